import { SetMetadata } from '@nestjs/common';
import type { Permission } from './permissions.js';

/** Who may call a route. The guards in `auth` read it; a handler without one stops the start. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'metrics-token' }
  | { readonly kind: 'webhook-basic' }
  | { readonly kind: 'compat-key' }
  | { readonly kind: 'ticket' }
  | { readonly kind: 'session'; readonly permission?: Permission }
  | { readonly kind: 'picture-pass'; readonly permission: Permission }
  | { readonly kind: 'admin'; readonly permission: Permission };

/** Budgets of requests per client address. */
export type RateLimitBucket =
  | 'auth'
  | 'oidc-start'
  | 'hub-poll'
  | 'oauth'
  | 'chat-test'
  | 'setbox'
  | 'refused-refresh'
  | 'refused-metrics'
  | 'device-refresh';

export const ACCESS_METADATA = 'usher:access';
export const OWN_PAGE_METADATA = 'usher:own-page';
export const RATE_LIMIT_METADATA = 'usher:rate-limit';
export const BODY_LIMIT_METADATA = 'usher:body-limit';
export const BODY_PASSED_ON_METADATA = 'usher:body-passed-on';
export const BODY_REFUSAL_METADATA = 'usher:body-refusal';
export const OUT_OF_TURN_METADATA = 'usher:out-of-turn';

const access = (value: Access): MethodDecorator => SetMetadata(ACCESS_METADATA, value);

/** Anybody may call this, signed in or not. */
export const Public = (): MethodDecorator => access({ kind: 'public' });

/** A caller with METRICS_TOKEN may call this; nobody may while it is unset. Sessions don't count here. */
export const MetricsToken = (): MethodDecorator => access({ kind: 'metrics-token' });

/** The library manager that `:instanceID` names may call this, with the password of its webhook. Sessions don't count here. */
export const WebhookBasic = (): MethodDecorator => access({ kind: 'webhook-basic' });

/** A caller with the key of the compatibility interface may call this, as the administrator who issued the key. No sessions. */
export const CompatKey = (): MethodDecorator => access({ kind: 'compat-key' });

/** The route is called with the ticket that `:ticket` names, as the account that got it. Sessions don't count here. */
export const Ticket = (): MethodDecorator => access({ kind: 'ticket' });

/** Any signed-in account may call this; the handler only ever touches what is the caller's own. */
export const SignedIn = (): MethodDecorator => access({ kind: 'session' });

/** Accounts whose role holds the permission may call this. */
export const RequirePermission = (permission: Permission): MethodDecorator => access({ kind: 'session', permission });

/** Accounts whose role holds the permission may call this, by a session or the cookie of pictures: an `<img>` can't send a token. */
export const PicturePass = (permission: Permission): MethodDecorator => access({ kind: 'picture-pass', permission });

/** Administrators may call this; the permission names what it manages and is checked as well. */
export const AdminOnly = (permission: Permission): MethodDecorator => access({ kind: 'admin', permission });

/** Only pages of this server may call this, with JSON. For routes that read a cookie, which browsers send unasked. */
export const OwnPageOnly = (): MethodDecorator => SetMetadata(OWN_PAGE_METADATA, true);

/** Calls count against a budget per client address, past which it is 429, once page, session and type of the body are right. */
export const RateLimited = (bucket: RateLimitBucket): MethodDecorator => SetMetadata(RATE_LIMIT_METADATA, bucket);

/** The largest body that the route takes, in bytes; without it 1 MiB, and 8 KiB where no session is needed. Larger is 413. */
export const BodyLimit = (bytes: number): MethodDecorator => SetMetadata(BODY_LIMIT_METADATA, bytes);

/** The route takes bodies of any kind, to pass them on as they come or to ignore them: nothing is read before the handler. */
export const PassesBodyOn = (): MethodDecorator => SetMetadata(BODY_PASSED_ON_METADATA, true);

/** Whatever is wrong with the body, its absence too, is 400 with this text alone. */
export const BodyRefusal = (text: string): MethodDecorator => SetMetadata(BODY_REFUSAL_METADATA, text);

/** Calls of the route take none of an account's turns: a page shows many pictures, and the route has its own bound. */
export const OutOfTurn = (): MethodDecorator => SetMetadata(OUT_OF_TURN_METADATA, true);

import type { CanActivate, INestApplication, NestInterceptor, Type } from '@nestjs/common';
import {
  CompatKeyGuard,
  KidsDenyGuard,
  MetricsTokenGuard,
  OwnPageGuard,
  PermissionGuard,
  RateLimitGuard,
  SessionGuard,
  TicketGuard,
  WebhookBasicGuard,
} from '../modules/auth/auth.public.js';
import { ScrubInterceptor } from '../modules/proxy/proxy.public.js';
import { AnswerInterceptor } from './pipeline/answer.interceptor.js';
import { BodyCapGuard } from './pipeline/body-cap.guard.js';
import { BodyReadGuard, LateBodyGuard } from './pipeline/body-read.guard.js';
import { CallTurnGuard } from './pipeline/call-turn.guard.js';
import { KidsInterceptor } from './pipeline/kids.interceptor.js';

/**
 * The guards of every route, in the order in which they judge: the body's declared size, the caller's budget, the
 * page that calls where it has to be ours, the token of the metrics, the password of a webhook, the key of the compatibility interface, the ticket of a file or the session, the permission,
 * kids; then the account's turn is waited for, and only then is the body read. If that took long, its sender is judged again.
 */
export const GUARD_ORDER: readonly Type<CanActivate>[] = [
  BodyCapGuard,
  RateLimitGuard,
  OwnPageGuard,
  MetricsTokenGuard,
  WebhookBasicGuard,
  CompatKeyGuard,
  TicketGuard,
  SessionGuard,
  PermissionGuard,
  KidsDenyGuard,
  CallTurnGuard,
  BodyReadGuard,
  LateBodyGuard,
];

/**
 * The interceptors of every route, the outermost first. A handler's answer passes them in reverse: filtered for a kids
 * account, scrubbed of an instance's credentials, written.
 */
const INTERCEPTOR_ORDER: readonly Type<NestInterceptor>[] = [AnswerInterceptor, ScrubInterceptor, KidsInterceptor];

/** Binds the guards and the interceptors, once, for all routes. */
export function bindPipeline(app: INestApplication): void {
  app.useGlobalGuards(...GUARD_ORDER.map((guard) => app.get(guard)));
  app.useGlobalInterceptors(...INTERCEPTOR_ORDER.map((interceptor) => app.get(interceptor)));
}

import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import type { BrowserStep } from '../oidc/oidc-attempt.js';
import type { BegunOidc } from '../oidc/oidc-attempts.service.js';
import type { KnownOidcConfig } from '../oidc/oidc-configuration.service.js';
import type { OidcResult } from '../oidc/oidc-exchange.service.js';
import type { LinkedSubject } from '../oidc/oidc-identities.service.js';
import { tokenResponse, type TokenResponse } from './account.view.js';

/** An attempt that has begun. Source: doc 3 section 12.2. */
export interface BegunOidcView {
  /** For the person's browser. */
  readonly start_url: string;
  readonly flow: string;
}

export const begunOidcView = ({ startUrl, flow }: BegunOidc): BegunOidcView => ({
  start_url: startUrl,
  flow: flow.reveal(),
});

/** The account is linked. */
interface LinkedView {
  readonly status: 'linked';
}

/** The sign-in works. */
interface TestedView {
  readonly status: 'tested';
  /** As whom the person would have signed in, and which groups were seen. */
  readonly message: string;
}

/** The person may authorize a client. */
interface OidcConsentView {
  readonly status: 'authenticated';
  /** Goes to the authorization endpoint as `oidc_consent`, once, within a minute. */
  readonly consent: string;
  readonly username: string;
}

/** What a code was exchanged for: by what the attempt was begun for. Source: doc 3 section 12.2. */
export type OidcExchangeView = TokenResponse | LinkedView | TestedView | OidcConsentView;

/** The only place where a consent ticket is put into an answer. */
export function oidcExchangeView(result: OidcResult): OidcExchangeView {
  switch (result.kind) {
    case 'session':
      return tokenResponse(result.session);
    case 'linked':
      return { status: 'linked' };
    case 'tested':
      return { status: 'tested', message: result.message };
    case 'authenticated':
      return { status: 'authenticated', consent: result.ticket.consent.reveal(), username: result.ticket.username };
  }
}

/** Who an account is at OpenID providers. Source: doc 3 section 12.2. */
export interface OidcIdentitiesView {
  readonly identities: readonly {
    readonly issuer: string;
    readonly subject: string;
    readonly created_at: Rfc3339;
  }[];
}

export const oidcIdentitiesView = (linked: readonly LinkedSubject[]): OidcIdentitiesView => ({
  identities: linked.map(({ issuer, subject, createdAt }) => ({ issuer, subject, created_at: rfc3339(createdAt) })),
});

/** The configuration, of its secret no more than that there is one. Source: doc 3 section 12.2. */
export interface OidcConfigView {
  readonly enabled: boolean;
  readonly label: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly additional_scopes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly group_claim: string;
  readonly auto_create: boolean;
  readonly sso_only: boolean;
  readonly use_proxy: boolean;
  readonly has_secret: boolean;
  /** What the provider must allow; empty while there is no external address. */
  readonly callback_url: string;
  /** Has somebody signed in by just these settings? */
  readonly tested: boolean;
  /** What children can still do by it, in words; left out where there is nothing to say. */
  readonly warning?: string;
}

export const oidcConfigView = (known: KnownOidcConfig): OidcConfigView => ({
  enabled: known.config.enabled,
  label: known.config.label,
  issuer: known.config.issuer,
  client_id: known.config.clientId,
  additional_scopes: known.config.additionalScopes,
  allowed_groups: known.config.allowedGroups,
  group_claim: known.config.groupClaim,
  auto_create: known.config.autoCreate,
  sso_only: known.ssoOnly,
  use_proxy: known.config.useProxy,
  has_secret: known.hasSecret,
  callback_url: known.callbackUrl ?? '',
  tested: known.isTested,
  ...(known.warning !== null && { warning: known.warning }),
});

/** Sends a browser on. Neither the way nor the cookie may be kept. */
export const browserStep = ({ location, cookie }: BrowserStep): RawAnswer =>
  new RawAnswer(302, [
    ['Location', location],
    ['Set-Cookie', cookie],
    ['Cache-Control', 'no-store'],
  ]);

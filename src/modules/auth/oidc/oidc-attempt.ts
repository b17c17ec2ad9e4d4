import type { OidcChecks } from '../../../clients/oidc/code-grant.js';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import type { ProviderDocument } from '../../../clients/oidc/provider-document.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Privileged } from '../../../core/access/privileged-write.js';
import type { AppError } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { OauthParameters } from '../auth.ports.js';
import type { Attempt } from '../attempts/attempts.service.js';
import type { OidcSetup } from './oidc-config.js';

export type OidcPurpose =
  | { readonly kind: 'sign-in'; readonly invitation: Secret | null }
  | { readonly kind: 'authorize'; readonly parameters: OauthParameters }
  | { readonly kind: 'link'; readonly session: InitiatingSession }
  | { readonly kind: 'test'; readonly administrator: Privileged };

/** The session that has begun a link: it must still be good when the link is made. */
export type InitiatingSession = Pick<Caller, 'userId' | 'deviceId'>;

export interface SentToProvider {
  readonly flow: string;
  /** SHA-256 of the browser's cookie, hex. */
  readonly cookieHash: string;
  /** Undefined where nobody could be sent: the provider didn't answer. */
  readonly asked?: { readonly document: ProviderDocument; readonly checks: OidcChecks };
}

export interface OidcProgress {
  readonly purpose: OidcPurpose;
  readonly setup: OidcSetup;
  sent?: SentToProvider;
  hasReturned: boolean;
}

export type OidcAttempt = Attempt<OidcProgress>;

/** What an attempt has come to: a person, or the refusal that its client is to learn. */
export type OidcOutcome = { readonly person: IdentifiedSubject } | { readonly refusal: AppError };

/** Where a browser is sent, and the cookie that it is given or loses. */
export interface BrowserStep {
  readonly location: string;
  readonly cookie: string;
}

export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

export const cookieName = ({ key }: Pick<OidcAttempt, 'key'>): string => `usher_oidc_${key.slice(0, 16)}`;

/** The line that sets the cookie, or takes it back where the value is empty. @param base where people reach this server */
export function cookieLine(attempt: Pick<OidcAttempt, 'key'>, value: string, base: string): string {
  const { protocol, pathname } = new URL(base);
  const path = `${pathname === '/' ? '' : pathname}/api/auth/oidc`;
  const seconds = value === '' ? 0 : ATTEMPT_LIFETIME_MS / 1_000;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${cookieName(attempt)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Where the browser brings the code of an attempt: never an address that a request has named. */
export function returnAddress({ client, progress }: OidcAttempt, flow: string, code: Secret): string {
  const { base } = progress.setup;
  const bare = code.reveal();
  if (progress.purpose.kind === 'authorize') {
    const query = new URLSearchParams();
    for (const [name, values] of Object.entries(progress.purpose.parameters))
      for (const value of values) query.append(name, value);
    query.set('oidc_code', bare);
    query.set('oidc_flow', flow);
    return `${base}/oauth/authorize?${query.toString()}`;
  }
  const query = new URLSearchParams({ code: bare, flow }).toString();
  return client === 'mobile' ? `usher://oidc?${query}` : `${base}/#/oidc/return?${query}`;
}

import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { Passkey } from '../../users/users.public.js';
import type { CreationOptions, RequestOptions } from '../passkeys/ceremony-options.js';
import type { BegunRegistration } from '../passkeys/passkey-registration.service.js';
import type { BegunSignIn } from '../passkeys/passkey-sign-in.service.js';
import type { SetupLink } from '../passkeys/setup-links.service.js';

/** The answer of the routes that begin a registration. Source: doc 3 sections 1.1 and 1.8. */
export interface BegunRegistrationView {
  readonly options: { readonly publicKey: CreationOptions };
  readonly session_id: string;
}

/** The answer of POST /api/auth/passkey/login/begin. Source: doc 3 sections 1.1 and 1.8. */
export interface BegunPasskeySignInView {
  readonly options: { readonly publicKey: RequestOptions };
  readonly session_id: string;
}

/** The answer of POST /api/auth/passkey/setup-link. Source: doc 3 section 1.1. */
export interface SetupLinkView {
  readonly link: string;
  readonly expires_at: Rfc3339;
}

/** A row of GET /api/auth/passkeys. Source: doc 3 section 1.1. */
export interface PasskeyView {
  /** The credential id in lower-case hex. */
  readonly id: string;
  readonly name: string;
  readonly created_at: Rfc3339;
  readonly last_used_at?: Rfc3339;
}

export const begunRegistrationView = ({ options, sessionId }: BegunRegistration): BegunRegistrationView => ({
  options: { publicKey: options },
  session_id: sessionId,
});

export const begunPasskeySignInView = ({ options, sessionId }: BegunSignIn): BegunPasskeySignInView => ({
  options: { publicKey: options },
  session_id: sessionId,
});

/** The only place where a setup link is put into an answer. */
export const setupLinkView = ({ link, expiresAt }: SetupLink): SetupLinkView => ({
  link: link.reveal(),
  expires_at: rfc3339(expiresAt),
});

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  created_at: rfc3339(createdAt),
  ...optional('last_used_at', lastUsedAt, rfc3339),
});

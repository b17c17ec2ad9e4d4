import type { PipeTransform } from '@nestjs/common';
import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { DeviceClaim, Passkey } from '../../users/users.public.js';
import { type Assertion, ASSERTION, ATTESTATION, type Attestation } from '../passkeys/authenticator-answer.js';
import type { CreationOptions, RequestOptions } from '../passkeys/ceremonies.service.js';
import type { BegunSignIn } from '../passkeys/passkey-sign-in.service.js';
import type { BegunRegistration, SetupLink } from '../passkeys/passkeys.service.js';

/** The most bytes of an authenticator's answer. An attestation with the certificates of its maker can take more than 8 KiB. */
export const ANSWER_BYTES = 64 * 1_024;

/** The most characters of the name of a passkey or a device. */
const LONGEST = 255;

const CONTROL = /\p{Cc}/u;

/** What an authenticator answers that has made a passkey. @throws AppError 400 for anything else */
export class AttestationPipe implements PipeTransform<unknown, Attestation>, DescribingPipe {
  readonly accepts = ATTESTATION;

  transform(value: unknown): Attestation {
    const read = ATTESTATION.safeParse(value);
    if (!read.success)
      throw badRequest(
        'invalid_attestation',
        'the body must be the answer of an authenticator that has made a passkey',
      );
    return read.data;
  }
}

/** What an authenticator answers that signs somebody in; null for anything else, which is refused like a wrong one. */
export class AssertionPipe implements PipeTransform<unknown, Assertion | null>, DescribingPipe {
  readonly accepts = ASSERTION;

  transform(value: unknown): Assertion | null {
    return ASSERTION.safeParse(value).data ?? null;
  }
}

/** Query of the routes that finish a registration. */
export interface RegistrationQuery {
  /** From the answer that began it. */
  readonly session_id: string;
  /** What the person calls the passkey, at most 255 characters; `Passkey` where it is left out. */
  readonly credential_name?: string;
}

/** Query of the route that begins a registration by a link. */
export interface SetupQuery {
  /** From the link. */
  readonly token: string;
}

/** Query of the route that finishes a registration by a link. */
export interface SetupRegistrationQuery extends SetupQuery, RegistrationQuery {}

/** Query of the route that finishes a sign-in. */
export interface SignInQuery {
  /** From the answer that began it. */
  readonly session_id: string;
  /** At most 255 characters. */
  readonly device_name?: string;
  /** At most 255 characters. */
  readonly hardware_id?: string;
}

/** @throws AppError 400 */
export function requiredWord(
  query: UnvalidatedQuery<Record<'token' | 'session_id', string>>,
  name: 'token' | 'session_id',
): string {
  const word = queryWord(name, query[name]);
  if (word === undefined) throw badRequest('required', `${name} required`, { name });
  return word;
}

/** @throws AppError 400 */
export function passkeyName(query: UnvalidatedQuery<RegistrationQuery>): string {
  return shortLine('credential_name', query.credential_name);
}

/** @throws AppError 400 */
export function deviceIn(query: UnvalidatedQuery<SignInQuery>): DeviceClaim {
  return { name: shortLine('device_name', query.device_name), hardwareId: shortLine('hardware_id', query.hardware_id) };
}

function shortLine(name: string, value: unknown): string {
  const text = queryWord(name, value) ?? '';
  const refusal = `${name} must be a text of at most ${LONGEST} characters`;
  if (text.length > LONGEST) throw badRequest('too_long', refusal, { name, most: LONGEST });
  if (CONTROL.test(text)) throw badRequest('unprintable', refusal, { name });
  return text;
}

/** The answer of the routes that begin a registration. */
export interface BegunRegistrationView {
  readonly options: { readonly publicKey: CreationOptions };
  readonly session_id: string;
}

/** The answer of POST /api/auth/passkey/login/begin. */
export interface BegunPasskeySignInView {
  readonly options: { readonly publicKey: RequestOptions };
  readonly session_id: string;
}

/** The answer of POST /api/auth/passkey/setup-link. */
export interface SetupLinkView {
  readonly link: string;
  readonly expires_at: Rfc3339;
}

/** A row of GET /api/auth/passkeys. */
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

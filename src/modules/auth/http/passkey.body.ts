import type { PipeTransform } from '@nestjs/common';
import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import type { DeviceClaim } from '../../users/users.public.js';
import { type Assertion, ASSERTION, type Attestation, ATTESTATION } from '../passkeys/authenticator-answer.js';

/**
 * The most bytes of an authenticator's answer: an attestation with the certificates of its maker can take more than the 8 KiB of doc 3's
 * Decisions, so this is instead of them. Without an attestation it is far smaller. Source: issue 43 E32.
 */
export const ANSWER_BYTES = 64 * 1_024;

/** The most characters of the name of a passkey or a device. */
const LONGEST = 255;

const CONTROL = /\p{Cc}/u;

/** What an authenticator answers that has made a passkey. @throws AppError 400 for anything else */
export class AttestationPipe implements PipeTransform<unknown, Attestation>, DescribingPipe {
  readonly accepts = ATTESTATION;

  transform(value: unknown): Attestation {
    const read = ATTESTATION.safeParse(value);
    if (!read.success) throw badRequest('the body must be the answer of an authenticator that has made a passkey');
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

/** Query of the routes that finish a registration. Source: doc 3 section 1.1. */
export interface RegistrationQuery {
  /** From the answer that began it. */
  readonly session_id: string;
  /** What the person calls the passkey, at most 255 characters; `Passkey` where it is left out. */
  readonly credential_name?: string;
}

/** Query of the route that begins a registration by a link. Source: doc 3 section 1.1. */
export interface SetupQuery {
  /** From the link. */
  readonly token: string;
}

/** Query of the route that finishes a registration by a link. Source: doc 3 section 1.1. */
export interface SetupRegistrationQuery extends SetupQuery, RegistrationQuery {}

/** Query of the route that finishes a sign-in. Source: doc 3 section 1.1. */
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
  if (word === undefined) throw badRequest(`${name} required`);
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
  if (text.length > LONGEST || CONTROL.test(text)) throw badRequest(`${name} must be a text of at most 255 characters`);
  return text;
}

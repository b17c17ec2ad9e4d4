import { compose, formsOf } from '../../../core/text/name-key.js';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { badRequest, orUnavailable } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';

const MIN_BYTES = 8;

/** Nobody types more, and hashing more only costs us. */
const MAX_BYTES = 1024;

/** Argon2id, as the package's declarations number it. They are erased at compile time, so it is written out. */
const ARGON2ID = 2;

/** Argon2id with 19 MiB, two passes and one lane. Source: OWASP Password Storage Cheat Sheet. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** Nothing but zeros, which are the same letter in either alphabet; this one isn't filled up at its end. */
const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64url');

/** A hash of no known password, with the parameters of real ones: comparing with it takes as long. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${zeros(16)}$${zeros(32)}`;

/** More than two hashes at once slow down everybody else's requests. */
const HASHES_AT_ONCE = 2;

/** About a second of work; past it a sign-in is asked to come again. */
const MAX_WAITING = 64;

@Injectable()
export class PasswordsService {
  private readonly queue = new FewAtATime(HASHES_AT_ONCE, MAX_WAITING);

  /** The hash to keep, in PHC text form, salted. @throws AppError 503 when too many are waiting */
  hash(password: Secret): Promise<string> {
    return this.queue.run(() => hash(keptForm(password), PARAMETERS));
  }

  /**
   * Each form that older hashes may have is compared; most passwords have one. Without a hash it takes as long, so that time doesn't tell
   * whether an account exists. @throws AppError 503 when the hash can't be read or too many are waiting
   */
  async matches(password: Secret, hashed: string | null): Promise<boolean> {
    const kept = hashed ?? NOBODYS_HASH;
    const same = await orUnavailable(this.queue.run(() => isAnyOf(hashedForms(password), kept)));
    return same && hashed !== null;
  }
}

async function isAnyOf(forms: readonly string[], hashed: string): Promise<boolean> {
  for (const form of forms) if (await verify(hashed, form)) return true;
  return false;
}

const bytesOf = (password: Secret): number => Buffer.byteLength(keptForm(password), 'utf8');

/** The form in which a password is hashed: compose, so that any keyboard types it. */
export function keptForm(password: Secret): string {
  return compose(password.reveal(), MAX_BYTES);
}

/** The forms in which a password may have been hashed: {@link keptForm}, and those of before it was compose. */
function hashedForms(password: Secret): readonly string[] {
  return formsOf(password.reveal(), MAX_BYTES);
}

/** A password that is to be set has 8 to 1024 bytes, compose. @throws AppError 400 */
export function requireNewPassword(password: Secret): void {
  if (bytesOf(password) < MIN_BYTES)
    throw badRequest('password_too_short', `password must be at least ${MIN_BYTES} characters`, { least: MIN_BYTES });
  requireHashablePassword(password);
}

/** A password that is only compared may be short, but no longer than one can be. @throws AppError 400 */
export function requireHashablePassword(password: Secret): void {
  if (bytesOf(password) > MAX_BYTES)
    throw badRequest('too_many_bytes', `password must be at most ${MAX_BYTES} bytes`, {
      name: 'password',
      most: MAX_BYTES,
    });
}

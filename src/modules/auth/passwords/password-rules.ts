import { badRequest } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { composed, formsOf } from '../../../core/text/composed.js';

const MIN_BYTES = 8;

/** Nobody types more, and hashing more only costs us. */
const MAX_BYTES = 1024;

const bytesOf = (password: Secret): number => Buffer.byteLength(keptForm(password), 'utf8');

/** The form in which a password is hashed: composed, so that any keyboard types it. Source: doc 3, decision on passwords */
export function keptForm(password: Secret): string {
  return composed(password.reveal(), MAX_BYTES);
}

/** The forms in which a password may have been hashed: {@link keptForm}, and those of before it was composed. */
export function hashedForms(password: Secret): readonly string[] {
  return formsOf(password.reveal(), MAX_BYTES);
}

/**
 * A password that is to be set has 8 to 1024 bytes, composed. Source: doc 3 section 1.7, which names the minimum.
 *
 * @throws AppError 400
 */
export function requireNewPassword(password: Secret): void {
  if (bytesOf(password) < MIN_BYTES) throw badRequest(`password must be at least ${MIN_BYTES} characters`);
  requireHashablePassword(password);
}

/**
 * A password that is only to be compared may be short, since it is wrong then, but no longer than one can be.
 *
 * @throws AppError 400
 */
export function requireHashablePassword(password: Secret): void {
  if (bytesOf(password) > MAX_BYTES) throw badRequest(`password must be at most ${MAX_BYTES} bytes`);
}

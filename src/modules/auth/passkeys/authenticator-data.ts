import { createHash } from 'node:crypto';
import type { AnswerFault } from './authenticator-answer.js';
import { smallCborEnd } from './small-cbor.js';

/** Where the flags are, behind the hash of the host. Source: Web Authentication Level 3 section 6.1. */
const FLAGS_AT = 32;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;
const EXTENDED = 0x80;

/** Flags and a counter of four bytes follow the hash. */
const LEAST_BYTES = 37;

/** The authenticator's model and the length of the credential id come before the id. */
const ID_LENGTH_AT = LEAST_BYTES + 16;
const ID_AT = ID_LENGTH_AT + 2;

/**
 * What is wrong with what the authenticator has signed, judged by its head and by the size of the rest; null when nothing
 * is. A passkey is the only factor here, so the authenticator must have verified its user. Source: Web Authentication Level 3
 * section 6.1, issue 19 §2.
 */
export function authenticatorDataFault(data: Uint8Array, rpId: string): AnswerFault | null {
  if (data.length < LEAST_BYTES) return 'unreadable';
  const host = createHash('sha256').update(rpId, 'utf8').digest();
  if (!host.equals(data.subarray(0, FLAGS_AT))) return 'wrong_host';
  const flags = data[FLAGS_AT] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return 'no_user_verification';
  // What can't be copied has no copy. Source: Web Authentication Level 3 section 6.1.3.
  if ((flags & BACKED_UP) !== 0 && (flags & BACKUP_ELIGIBLE) === 0) return 'backup_flags';
  const rest = (flags & ATTESTED) === 0 ? LEAST_BYTES : keyEnd(data);
  if (rest === null) return 'unreadable';
  return (flags & EXTENDED) !== 0 && smallCborEnd(data, rest) === null ? 'unreadable' : null;
}

/** Where the key of a new passkey ends; null where it is missing or larger than keys are. */
function keyEnd(data: Uint8Array): number | null {
  const [high, low] = [data[ID_LENGTH_AT], data[ID_LENGTH_AT + 1]];
  return high === undefined || low === undefined ? null : smallCborEnd(data, ID_AT + high * 256 + low);
}

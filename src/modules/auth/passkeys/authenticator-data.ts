import { createHash } from 'node:crypto';
import type { AnswerFault } from './authenticator-answer.js';

/** Where the flags are, behind the hash of the host. Source: Web Authentication Level 3 section 6.1. */
const FLAGS_AT = 32;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/** Flags and a counter of four bytes follow the hash. */
const LEAST_BYTES = 37;

/**
 * What is wrong with the head of what the authenticator has signed; null for what fits. A passkey is the only factor here, so
 * the authenticator must have verified who holds it. Source: Web Authentication Level 3 section 6.1, issue 19 §2.
 */
export function authenticatorDataFault(data: Uint8Array, rpId: string): AnswerFault | null {
  if (data.length < LEAST_BYTES) return 'unreadable';
  const host = createHash('sha256').update(rpId, 'utf8').digest();
  if (!host.equals(data.subarray(0, FLAGS_AT))) return 'wrong_host';
  const flags = data[FLAGS_AT] ?? 0;
  return (flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0 ? 'no_user_verification' : null;
}

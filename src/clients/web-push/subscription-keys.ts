import { ECDH } from 'node:crypto';

const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/**
 * Is this the public key of a browser's subscription, an uncompressed point of P-256 in base64url without padding? Source: RFC 8291
 * section 3.1, W3C Push API (getKey).
 */
export function isSubscriptionKey(text: string): boolean {
  const point = decoded(text, 65);
  if (point?.[0] !== UNCOMPRESSED) return false;
  try {
    // Refuses what is not on the curve.
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Is this the authentication secret of a subscription, 16 bytes in base64url without padding? Source: RFC 8291 section 3.2. */
export const isSubscriptionSecret = (text: string): boolean => decoded(text, AUTH_BYTES) !== null;

/** Undefined bits at the end are zero: each key has one spelling. */
function decoded(text: string, bytes: number): Buffer | null {
  if (text.length !== Math.ceil((bytes * 4) / 3)) return null;
  const buffer = Buffer.from(text, 'base64url');
  return buffer.length === bytes && buffer.toString('base64url') === text ? buffer : null;
}

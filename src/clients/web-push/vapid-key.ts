import { createECDH, ECDH } from 'node:crypto';
import { isHouseholdHost, parsedUrl } from '../../core/text/urls.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Random } from '../../core/time/random.js';

const KEY_BYTES = 32;

/** A new key by which push services know this server: a private key of P-256, base64url. Source: RFC 8292 section 3.2. */
export function drawVapidKey(random: Random): Secret {
  for (;;) {
    const drawn = Secret.of(random.bytes(KEY_BYTES).toString('base64url'));
    if (pairOf(drawn)) return drawn;
  }
}

/** The public half of a {@link drawVapidKey} as browsers take it, base64url. @throws Error for what is no key */
export function vapidPublicKey(key: Secret): string {
  const pair = pairOf(key);
  if (!pair) throw new Error('the key of Web Push is no private key of P-256');
  return pair.getPublicKey('base64url');
}

/** Null for what is no key; of 2^32 drawn numbers about one is none. */
function pairOf(key: Secret): ReturnType<typeof createECDH> | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(Buffer.from(key.reveal(), 'base64url'));
    return pair;
  } catch {
    return null;
  }
}

/** Where nobody can be named. The name is reserved, so that no mail reaches anybody. */
const NOBODY = 'mailto:nobody@example.com';

/** A name on the internet: Apple refuses messages that name a host of a household, such as `localhost` or `usher.lan`. */
const PUBLIC_NAME = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i;
/** Names that lead nowhere at all. */
const NO_NAME = /\.(?:invalid|test)$/i;

/** The first of these mail or http(s) addresses that push services take. Mozilla and Apple refuse messages without one. */
export function vapidSubject(contacts: readonly (string | null)[]): string {
  for (const contact of contacts) {
    const subject = contact === null ? null : subjectOf(contact);
    if (subject !== null) return subject;
  }
  return NOBODY;
}

function subjectOf(contact: string): string | null {
  const mailHost = /^[^@\s:/]+@([^@\s:/]+)$/.exec(contact)?.[1];
  if (mailHost !== undefined) return isPublic(mailHost) ? `mailto:${contact}` : null;
  const url = parsedUrl(contact);
  return url?.protocol === 'https:' && isPublic(url.hostname) ? url.href : null;
}

const isPublic = (host: string): boolean => PUBLIC_NAME.test(host) && !NO_NAME.test(host) && !isHouseholdHost(host);

const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/** Is this a subscription's public key, an uncompressed point of P-256 in base64url without padding? Source: RFC 8291. */
export function isSubscriptionKey(text: string): boolean {
  const point = decodeKey(text, 65);
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
export const isSubscriptionSecret = (text: string): boolean => decodeKey(text, AUTH_BYTES) !== null;

/** Undefined bits at the end are zero: each key has one spelling. */
function decodeKey(text: string, bytes: number): Buffer | null {
  if (text.length !== Math.ceil((bytes * 4) / 3)) return null;
  const buffer = Buffer.from(text, 'base64url');
  return buffer.length === bytes && buffer.toString('base64url') === text ? buffer : null;
}

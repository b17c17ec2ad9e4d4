import { createECDH } from 'node:crypto';
import { Secret } from '../../core/secrets/secret.js';
import type { Random } from '../../core/time/random.js';

const KEY_BYTES = 32;

/**
 * A new key by which push services know this server: the number of a private key of P-256, in base64url. Source: RFC 8292 section
 * 3.2.
 */
export function drawVapidKey(random: Random): Secret {
  for (;;) {
    const drawn = Secret.of(random.bytes(KEY_BYTES).toString('base64url'));
    if (pairOf(drawn)) return drawn;
  }
}

/**
 * The public half of a {@link drawVapidKey}, as browsers take it: the uncompressed point in base64url.
 *
 * @throws Error for what is no key
 */
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

import { Secret } from '../../../core/secrets/secret.js';
import type { Random } from '../../../core/time/random.js';

/** Crockford's base 32: no letter that can be taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const SYMBOLS = 16;

/** A code to be read off a terminal and typed: 80 random bits as `XXXX-XXXX-XXXX-XXXX`. */
export function newSetupCode(random: Random): Secret {
  // 256 is a multiple of 32: each symbol is as likely as any other.
  const symbols = [...random.bytes(SYMBOLS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return Secret.of(symbols.replace(/(.{4})(?=.)/g, '$1-'));
}

import { createHash } from 'node:crypto';
import { Secret } from '../../../core/secrets/secret.js';
import type { Random } from '../../../core/time/random.js';

/** Access and refresh tokens are 32 random bytes. */
const TOKEN_BYTES = 32;

/** 32 bytes in base64url without padding. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (random: Random): Secret => Secret.of(random.base64url(TOKEN_BYTES));

/** Could this text be one of our session tokens? Nothing else is worth a look into the database. */
export const isTokenText = (text: string): boolean => TOKEN.test(text);

/** The form in which a token is kept: SHA-256, hex. A token has 256 random bits, so no salt is needed. */
export const tokenHash = (token: Secret): string => createHash('sha256').update(token.reveal(), 'utf8').digest('hex');

/** The token of an `Authorization: Bearer <token>` header (RFC 6750 section 2.1; the scheme in any case), or null. */
export function bearerToken(header: string | undefined): Secret | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return token !== undefined && isTokenText(token) ? Secret.of(token) : null;
}

/** The token of `Sec-WebSocket-Protocol: Bearer, <token>`. Undefined without such a header, null for what can be no token of ours. */
export function subprotocolToken(header: string | undefined): Secret | null | undefined {
  const [, token] = /^Bearer\s*,\s*([^\s,]+)$/i.exec(header?.trim() ?? '') ?? [];
  if (token === undefined) return undefined;
  return isTokenText(token) ? Secret.of(token) : null;
}

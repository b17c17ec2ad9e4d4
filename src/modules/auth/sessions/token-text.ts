import { createHash } from 'node:crypto';
import { Secret } from '../../../core/secrets/secret.js';
import type { Random } from '../../../core/time/random.js';

/** Access and refresh tokens are 32 random bytes. Source: doc 3 section 1.6. */
const TOKEN_BYTES = 32;

/** 32 bytes in base64url without padding. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new opaque token. */
export const newToken = (random: Random): Secret => Secret.of(random.base64url(TOKEN_BYTES));

/** Could this text be one of our session tokens? Nothing else is worth a look into the database. */
export const isTokenText = (text: string): boolean => TOKEN.test(text);

/** The form in which a token is kept: SHA-256, hex. A token has 256 random bits, so no salt is needed. */
export const tokenHash = (token: Secret): string => createHash('sha256').update(token.reveal(), 'utf8').digest('hex');

/**
 * The token in an `Authorization: Bearer <token>` header (RFC 6750 section 2.1; the scheme in any case), or null when
 * the header is missing or says anything else.
 */
export function bearerToken(header: string | undefined): Secret | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return token !== undefined && isTokenText(token) ? Secret.of(token) : null;
}

/**
 * The token of a WebSocket handshake, `Sec-WebSocket-Protocol: Bearer, <token>`: these two and no third. Undefined when
 * the header presents nothing of the kind, null when what it presents can be no token of ours.
 */
export function subprotocolToken(header: string | undefined): Secret | null | undefined {
  const [, token] = /^Bearer\s*,\s*([^\s,]+)$/i.exec(header?.trim() ?? '') ?? [];
  if (token === undefined) return undefined;
  return isTokenText(token) ? Secret.of(token) : null;
}

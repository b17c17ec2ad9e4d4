import { Secret } from '../../core/secrets/secret.js';

/** What a token has to be, since it goes into a header as it is. */
export const TOKEN = 'must be a token of visible ASCII characters without blanks';

/** What has to be sent to servers that take both. */
export const TOKEN_OR_ACCOUNT = `${TOKEN}, or name:password`;

/** Is it a {@link TOKEN}? */
export const isToken = (secret: Secret): boolean => /^[\x21-\x7e]+$/.test(secret.reveal());

/** Is it a {@link TOKEN_OR_ACCOUNT}? A name and its password travel as base64, and may have blanks and letters beyond ASCII. */
export const isTokenOrAccount = (secret: Secret): boolean => secret.reveal().includes(':') || isToken(secret);

/** The header that shows a {@link TOKEN_OR_ACCOUNT}. */
export function authorization(secret: Secret | null): Readonly<Record<string, Secret>> {
  if (!secret) return {};
  const text = secret.reveal();
  const credential = text.includes(':') ? `Basic ${Buffer.from(text).toString('base64')}` : `Bearer ${text}`;
  return { Authorization: Secret.of(credential) };
}

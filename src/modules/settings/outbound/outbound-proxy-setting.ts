import type { OutboundProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { parsedUrl } from '../../../core/text/urls.js';

const LONGEST_URL = 2048;
const LONGEST_TEXT = 255;
const CONTROL = /\p{Cc}/u;

/** A proxy as somebody has typed it. */
export interface TypedProxy {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/**
 * The typed proxy, its address normalised; null for an empty address.
 * @throws AppError 400 for anything but a plain http or https address, and for a name or password that no proxy could be given
 */
export function readOutboundProxy({ url, username, password }: TypedProxy): OutboundProxy | null {
  const text = url.trim();
  if (text === '') return null;
  const address = text.length <= LONGEST_URL ? parsedUrl(text) : null;
  const isPlain = address && ['http:', 'https:'].includes(address.protocol) && address.href === `${address.origin}/`;
  if (!isPlain)
    throw badRequest(
      'invalid_proxy_address',
      'url must be the http or https address of a proxy, without credentials or a path',
    );
  // Basic credentials part at the first colon. Source: RFC 7617 section 2.
  if (username.includes(':')) throw badRequest('colon_in_username', 'username must not contain a colon');
  for (const [name, value] of Object.entries({ username, password })) {
    const refusal = `${name} must be at most ${LONGEST_TEXT} characters without control characters`;
    if (value.length > LONGEST_TEXT) throw badRequest('too_long', refusal, { name, most: LONGEST_TEXT });
    if (CONTROL.test(value)) throw badRequest('unprintable', refusal, { name });
  }
  return { url: address.origin, username, password: password === '' ? null : Secret.of(password) };
}

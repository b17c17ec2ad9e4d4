import { parsedUrl } from '../text/parsed-url.js';

/**
 * Do two http or https addresses have the same scheme, host and port? A default port counts as given, and hosts are
 * compared as they are looked up: small letters, IDNA, addresses in their one form. A dot at the end makes another host. False for what is no address.
 * Source: WHATWG URL, origin; security 33.
 */
export function isSameOrigin(one: string, other: string): boolean {
  const url = parsedUrl(one);
  return url !== null && url.origin === parsedUrl(other)?.origin;
}

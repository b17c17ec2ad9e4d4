import { isIP } from 'node:net';

/**
 * A URL, or null for a text that is none.
 *
 * URL.canParse is not used: on Node 20, once it runs often enough to be optimised, it refuses every address with a letter
 * that isn't ASCII, such as `http://küche.example`.
 *
 * @param base what a relative `text` is resolved against
 */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Do two http or https addresses have the same scheme, host and port? A default port counts as given, and hosts are
 * compared as they are looked up: small letters, IDNA, addresses in their one form. A dot at the end makes another host. False for what is no address.
 * Source: WHATWG URL, origin; security 33.
 */
export function isSameOrigin(one: string, other: string): boolean {
  const url = parsedUrl(one);
  return url !== null && url.origin === parsedUrl(other)?.origin;
}

const SLASH = '/';

/** An address or a path without the slashes at its end, in one walk. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === SLASH) end -= 1;
  return text.slice(0, end);
}

/**
 * May something secret be sent to this address? To https ones, and over plain http to this very machine alone. Source: RFC
 * 8252 section 8.3, doc 3 section 12.2.
 */
export function isSecureAddress({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname))
  );
}

/**
 * Names that lead nowhere outside of a household. Sources: RFC 6761, RFC 6762 (with appendix G), RFC 8375; ICANN has promised
 * never to give `internal` away, and routers use `localdomain`.
 */
const HOME_NAME = /(?:^|\.)(?:local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|private|corp)$/i;
const HOME_V4 = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
/** Loopback, link-local and unique local addresses. */
const HOME_V6 = /^(?:::1$|fe[89ab]|f[cd])/i;

/**
 * Is it a host of the household itself, such as a server in the same network? Those are always reached directly, and others by the
 * outbound proxy where one is set; to a push service such a host names no one. Judged by the name alone; nothing is looked up.
 *
 * @param hostname as URL gives it: an IPv6 address in brackets
 */
export function isHouseholdHost(hostname: string): boolean {
  // A dot at the end says that nothing is to be added to a name.
  const bare = hostname.replace(/^\[|\]$|\.$/g, '');
  switch (isIP(bare)) {
    case 4:
      return HOME_V4.test(bare);
    case 6:
      return HOME_V6.test(bare);
    default:
      return !bare.includes('.') || HOME_NAME.test(bare);
  }
}

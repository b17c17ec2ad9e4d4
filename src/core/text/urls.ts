import { isIP } from 'node:net';

/** A URL, or null. Not by URL.canParse: on Node 20, once optimised, it refuses letters beyond ASCII, as in `http://küche.example`. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Do two addresses have the same scheme, host and port? Default ports count as given. False for what is no address. */
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

/** May something secret be sent to this address? To https ones, and over plain http to this very machine alone. */
export function isSecureAddress({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return (
    protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname))
  );
}

/** Names that lead nowhere outside of a household. */
const HOME_NAME = /(?:^|\.)(?:local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|private|corp)$/i;
const HOME_V4 = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
/** Loopback, link-local and unique local addresses. */
const HOME_V6 = /^(?:::1$|fe[89ab]|f[cd])/i;

/** Is it reached directly and not by the outbound proxy? Judged by the name alone, as URL gives it (IPv6 in brackets). */
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

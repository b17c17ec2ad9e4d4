import { isIP, isIPv4 } from 'node:net';

/**
 * A client's address as people and firewalls write it: without a zone, and an IPv4 address in IPv6 form as that IPv4 address.
 * `unknown` for what is none.
 *
 * @param address what the HTTP server says: the connection's, or the one that a trusted proxy names
 */
export function clientAddress(address: string | undefined): string {
  const plain = (address ?? '').split('%', 1)[0] ?? '';
  const mapped = plain.toLowerCase().startsWith(MAPPED) ? plain.slice(MAPPED.length) : '';
  if (isIPv4(mapped)) return mapped;
  return isIP(plain) === 0 ? 'unknown' : plain.toLowerCase();
}

/** RFC 4291 section 2.5.5.2. */
const MAPPED = '::ffff:';

import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * A client's address as people and firewalls write it: without a port, brackets and a zone, and an IPv4 address in IPv6 form as
 * that IPv4 address. `unknown` for what is none.
 *
 * @param address what the HTTP server says: the connection's, or the one that a trusted proxy names
 */
export function clientAddress(address: string | undefined): string {
  const plain = withoutPort(address ?? '').split('%', 1)[0] ?? '';
  const mapped = plain.toLowerCase().startsWith(MAPPED) ? plain.slice(MAPPED.length) : '';
  if (isIPv4(mapped)) return mapped;
  return isIP(plain) === 0 ? 'unknown' : plain.toLowerCase();
}

/** RFC 4291 section 2.5.5.2. */
const MAPPED = '::ffff:';

/** Some proxies name the port beside the address. An IPv6 address with a port stands in brackets: RFC 3986 section 3.2.2. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([\d.]+))(?::\d{1,5})?$/.exec(address) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : '';
  return plain ?? address;
}

import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { RefusedSignIn } from '../errors/app-error.js';
import type { Log } from '../logging/log.js';

/** A client's address as firewalls write it: without port, brackets and zone, IPv4 in IPv6 form as IPv4. `unknown` for what is none. */
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

/** docs/operations.md has patterns that read the line. The address comes before names that callers chose; an e-mail address is left out. */
export function logRefusedSignIn(
  log: Log,
  { ip, requestId: request }: { readonly ip?: string; readonly requestId?: string },
  { reason, account }: RefusedSignIn,
): void {
  const named = account?.includes('@') ? undefined : account;
  log.warn('sign-in refused', { address: clientAddress(ip), reason, account: named, request });
}

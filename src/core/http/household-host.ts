import { isIP } from 'node:net';

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

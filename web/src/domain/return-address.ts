/**
 * A page of this app to go back to after a sign-in, from what an address names; Home for everything else. An address that
 * begins with two slashes, or has a backslash, is another host to a browser. Source: issue 22, session
 */
export function returnAddress(wanted: string | null): string {
  return wanted !== null && /^\/(?![/\\])[^\\\s]*$/.test(wanted) ? wanted : '/';
}

import { UnsafeAddress } from './join-url.js';

/**
 * What may stand in a request line as it is: visible ASCII, without the mark of a fragment, and in the path without
 * the backslash that some read as a slash.
 */
const PLAIN = /^\/[\x21\x22\x24-\x3e\x40-\x5b\x5d-\x7e]*(?:\?[\x21\x22\x24-\x7e]*)?$/;

/** How often somebody behind us may decode a path over again. */
const MOST_DECODINGS = 5;

/**
 * Makes sure that a target written as it is, behind a base path, stays below it: no step up or on the spot however it
 * is encoded, nothing that starts a fragment, a line or another host. Rule: security case 7.
 *
 * @param target percent-encoded path, beginning with a slash, and query
 * @throws UnsafeAddress when it could lead elsewhere
 */
export function assertPlainTarget(target: string): void {
  if (!PLAIN.test(target)) throw new UnsafeAddress('target holds what no path holds');
  let path = target.split('?', 1)[0] ?? '';
  for (let decodings = 0; decodings <= MOST_DECODINGS; decodings += 1) {
    if (path.split(/[\\/]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) {
      throw new UnsafeAddress('target holds a step');
    }
    const decoded = decodedOnce(path);
    if (decoded === path) return;
    path = decoded;
  }
  throw new UnsafeAddress('target is encoded over and over');
}

function decodedOnce(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** What ends the part of an address that names its host, and with it what may stand before the host's `@`. */
const ENDS_AUTHORITY = /[\s\\/?#]/;

/** After these a `//` begins an address that leaves its scheme to its place. */
const BEFORE_ADDRESS = /[\s"'`(<[{=,;|]/;

/** Schemes that browsers also read with one slash or none. */
const LENIENT_SCHEME = /(?:^|[^a-z0-9+.-])(?:https?|wss?|ftp):$/i;
const LENIENT_START = /(?:^|[^a-z0-9+.-])(?:https?|wss?|ftp):/i;

/** So many slashes are no path that anybody means; they are not counted further. */
const MANY = 64;

/** A text that is one address as a whole: white space in it is part of it. */
const WHOLE = /^(\s*(?:[a-z][a-z0-9+.-]*:[\\/]{2,}|\/\/))[^\\/?#]*@/i;

/**
 * A text whose addresses, as a whole or in prose, name no user and no password: what stands before a host's `@` is
 * gone. Takes time in proportion to the length. Source: doc 3 §4.3, the row on strings.
 */
export function withoutUserinfo(text: string): string {
  if (!text.includes('@')) return text;
  const rest = text.replace(WHOLE, '$1');
  const kept: string[] = [];
  let copied = 0;
  let authority = 0;
  let looked = 0;
  for (let at = rest.indexOf('@'); at >= 0; at = rest.indexOf('@', at + 1)) {
    authority = authorityStart(rest, looked, at) ?? authority;
    looked = at;
    const start = copied > authority ? copied : userinfoStart(rest, authority, at);
    if (start === undefined) continue;
    kept.push(rest.slice(copied, start));
    copied = at + 1;
  }
  return copied === 0 ? rest : kept.join('') + rest.slice(copied);
}

/** Where the last authority before `at` may begin; undefined where nothing between the two ends one. */
function authorityStart(text: string, from: number, at: number): number | undefined {
  for (let position = at - 1; position >= from; position -= 1) {
    if (ENDS_AUTHORITY.test(text.charAt(position))) return position + 1;
  }
  return undefined;
}

/** From where to the `@` there are credentials; undefined where no address begins before it. */
function userinfoStart(text: string, authority: number, at: number): number | undefined {
  const slashes = slashesBefore(text, authority);
  if (slashes === 0) return lenientStart(text, authority, at);
  if (slashes === MANY) return authority;
  const before = text.slice(Math.max(0, authority - slashes - 8), authority - slashes);
  if (before.endsWith(':')) return slashes > 1 || LENIENT_SCHEME.test(before) ? authority : undefined;
  const relative = text.slice(authority - 2, authority) === '//';
  return relative && (before === '' || BEFORE_ADDRESS.test(before.slice(-1))) ? authority : undefined;
}

function slashesBefore(text: string, position: number): number {
  let count = 0;
  while (count < MANY && /[\\/]/.test(text.charAt(position - count - 1))) count += 1;
  return count;
}

/** `http:user:password@host`, without a slash. */
function lenientStart(text: string, authority: number, at: number): number | undefined {
  const found = LENIENT_START.exec(text.slice(authority, Math.min(at, authority + 16)));
  return found ? authority + found.index + found[0].length : undefined;
}

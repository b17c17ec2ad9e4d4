import { isUtf8 } from 'node:buffer';
import { isSensitiveQueryName, isShortenedKey } from './sensitive-query-name.js';

export const PLACEHOLDER = '[REDACTED]';

/** How deep addresses inside of query values are followed. What lies deeper goes altogether. */
const NESTING = 4;

const WHOLE_ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:[\\/]|[\\/?.])/i;

/** A text without the credentials of the addresses in it, be it one address, absolute or relative, or prose. All else stays. */
export function redactText(text: string): string {
  return redact(text, 0);
}

function redact(text: string, depth: number): string {
  if (depth > NESTING) return PLACEHOLDER;
  const inside = (value: string): string => redact(value, depth + 1);
  return withoutSecretParameters(withoutUserinfo(text), WHOLE_ADDRESS.test(text), inside);
}

/** What ends the part of an address that names its host, and with it what may come before the host's `@`. */
const ENDS_AUTHORITY = /[\s\\/?#]/;

/** After these a `//` begins an address that leaves its scheme to its place. */
const BEFORE_ADDRESS = /[\s"'`(<[{=,;|]/;

/** Schemes that browsers also read with one slash or none. */
const LENIENT_SCHEME = /(?:^|[^a-z0-9+.-])(?:https?|wss?|ftp):$/i;
const LENIENT_START = /(?:^|[^a-z0-9+.-])(?:https?|wss?|ftp):/i;

/** So many slashes are no path that anybody means; they are not counted further. */
const MANY = 64;

const WHOLE = /^(\s*(?:[a-z][a-z0-9+.-]*:[\\/]{2,}|\/\/))[^\\/?#]*@/i;

/** A text whose addresses name no user and no password: what comes before a host's `@` is gone. Takes linear time. */
function withoutUserinfo(text: string): string {
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

/** Where the next parameter begins. In prose white space and quotation marks end what belongs to an address. */
const NAME_IN_PROSE = /[?&;#]([^=&;#?\s"'`<>]+)=/g;
const NAME_IN_ADDRESS = /[?&;#]([^=&;#?]+)=/g;

/** Where a secret value ends. A semicolon separates nothing for most readers, so it's taken along. */
const SECRET_ENDS_IN_PROSE = /[&#\s"'`<>]/g;
const SECRET_ENDS_IN_ADDRESS = /[&#]/g;

const VALUE_ENDS_IN_PROSE = /[?&;#\s"'`<>]/g;
const VALUE_ENDS_IN_ADDRESS = /[?&;#]/g;

/** The key of an account in the address of a tracker, which is in addresses of releases, encoded or not. */
const TRACKER_KEY = /\/[a-z0-9]{16,128}(?=\/(?:announce|scrape)\b)/gi;

/**
 * A text whose sensitive parameters hold the placeholder. Takes linear time.
 * @param whole is the text one address, so that white space belongs to it?
 * @param inside what becomes of a percent-decoded value that holds an address of its own
 */
function withoutSecretParameters(text: string, whole: boolean, inside: (value: string) => string): string {
  if (!text.includes('=')) return text;
  const names = new RegExp(whole ? NAME_IN_ADDRESS : NAME_IN_PROSE);
  const secretEnds = whole ? SECRET_ENDS_IN_ADDRESS : SECRET_ENDS_IN_PROSE;
  const valueEnds = whole ? VALUE_ENDS_IN_ADDRESS : VALUE_ENDS_IN_PROSE;
  const kept: string[] = [];
  let copied = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const from = names.lastIndex;
    const name = percentDecode(found[1] ?? '');
    const value = text.slice(from, next(valueEnds, text, from));
    const secret = isSensitiveQueryName(name) || isShortenedKey(name, percentDecode(value));
    const to = secret ? next(secretEnds, text, from) : from + value.length;
    const clean = secret ? PLACEHOLDER : cleanValue(value, inside);
    if (clean !== undefined) {
      kept.push(text.slice(copied, from), clean);
      copied = to;
    }
    names.lastIndex = to;
  }
  return kept.join('') + text.slice(copied);
}

function next(pattern: RegExp, text: string, from: number): number {
  const ends = new RegExp(pattern);
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

function cleanValue(value: string, inside: (value: string) => string): string | undefined {
  if (!value.includes('%')) return value.includes('/') ? withoutTrackerKey(value) : undefined;
  const decoded = percentDecode(value);
  const clean = inside(withoutTrackerKey(decoded));
  // Half a surrogate pair can't be encoded, and must not take the whole answer with it.
  return clean === decoded ? undefined : encodeURIComponent(clean.replace(/\p{Surrogate}/gu, '\ufffd'));
}

const withoutTrackerKey = (address: string): string => address.replace(TRACKER_KEY, `/${PLACEHOLDER}`);

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const ASCII_ESCAPE = /%([0-7][0-9a-f])/gi;
const OTHER_ESCAPE = /%(?![0-7][0-9a-f])/i;

/** As forms are read: `+` is a space; escapes that make no text are read where they are ASCII. Nothing is thrown: errors are slow. */
function percentDecode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  return OTHER_ESCAPE.test(spaced) ? spaced.replace(ESCAPES, decodeEscapes) : decodeURIComponent(spaced);
}

function decodeEscapes(escapes: string): string {
  const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return escapes.replace(ASCII_ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

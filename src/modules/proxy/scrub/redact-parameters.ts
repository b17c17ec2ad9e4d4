import { isUtf8 } from 'node:buffer';
import { PLACEHOLDER } from './placeholder.js';
import { isSensitiveQueryName, isShortenedKey } from './sensitive-query-name.js';

/** Where the next parameter begins. In prose white space and quotation marks end what belongs to an address. */
const NAME_IN_PROSE = /[?&;#]([^=&;#?\s"'`<>]+)=/g;
const NAME_IN_ADDRESS = /[?&;#]([^=&;#?]+)=/g;

/** Where a secret value ends. A semicolon separates nothing for most readers, so it's taken along. */
const SECRET_ENDS_IN_PROSE = /[&#\s"'`<>]/g;
const SECRET_ENDS_IN_ADDRESS = /[&#]/g;

const VALUE_ENDS_IN_PROSE = /[?&;#\s"'`<>]/g;
const VALUE_ENDS_IN_ADDRESS = /[?&;#]/g;

/** The key of an account in the address of a tracker, which stands in addresses of releases, encoded or not. */
const TRACKER_KEY = /\/[a-z0-9]{16,128}(?=\/(?:announce|scrape)\b)/gi;

/**
 * A text whose parameters of sensitive names hold the placeholder, in their order, each of its duplicates, and the
 * fragment with the rest untouched. Takes time in proportion to the length. Source: doc 3 §4.3, query parameters.
 *
 * @param whole is the text one address, so that white space belongs to it?
 * @param inside what becomes of a value that holds an address of its own, percent-decoded
 */
export function withoutSecretParameters(text: string, whole: boolean, inside: (value: string) => string): string {
  if (!text.includes('=')) return text;
  const names = new RegExp(whole ? NAME_IN_ADDRESS : NAME_IN_PROSE);
  const secretEnds = whole ? SECRET_ENDS_IN_ADDRESS : SECRET_ENDS_IN_PROSE;
  const valueEnds = whole ? VALUE_ENDS_IN_ADDRESS : VALUE_ENDS_IN_PROSE;
  const kept: string[] = [];
  let copied = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const from = names.lastIndex;
    const name = percentDecoded(found[1] ?? '');
    const value = text.slice(from, next(valueEnds, text, from));
    const secret = isSensitiveQueryName(name) || isShortenedKey(name, percentDecoded(value));
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

/** Undefined where the value stays as it is. */
function cleanValue(value: string, inside: (value: string) => string): string | undefined {
  if (!value.includes('%')) return value.includes('/') ? withoutTrackerKey(value) : undefined;
  const decoded = percentDecoded(value);
  const clean = inside(withoutTrackerKey(decoded));
  // Half a surrogate pair can't be encoded, and must not take the whole answer with it.
  return clean === decoded ? undefined : encodeURIComponent(clean.replace(/\p{Surrogate}/gu, '\ufffd'));
}

const withoutTrackerKey = (address: string): string => address.replace(TRACKER_KEY, `/${PLACEHOLDER}`);

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const ASCII_ESCAPE = /%([0-7][0-9a-f])/gi;
const OTHER_ESCAPE = /%(?![0-7][0-9a-f])/i;

/**
 * As forms are read: `+` is a space, and escapes that make no text are read where they are ASCII. Nothing is thrown on the
 * way: a text may have tens of thousands of values, and an error costs many times what it takes to read one.
 */
function percentDecoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  return OTHER_ESCAPE.test(spaced) ? spaced.replace(ESCAPES, unescaped) : decodeURIComponent(spaced);
}

function unescaped(escapes: string): string {
  const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return escapes.replace(ASCII_ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

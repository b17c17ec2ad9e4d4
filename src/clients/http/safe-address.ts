import type { Sentence } from '../../core/errors/sentence.js';
import { parsedUrl, withoutTrailingSlashes } from '../../core/text/urls.js';
import { sayHttp } from './http.sentences.js';

/** Values of a query by name. Lists repeat the name; undefined leaves it out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/** A part of an address would have changed more than itself, or cannot be written. Nothing was sent. */
export class UnsafeAddress extends Error {
  override readonly name = 'UnsafeAddress';

  constructor(readonly sentence: Sentence) {
    super(sentence.text);
  }
}

const CONTROL_CHARACTERS = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONGEST_ADDRESS = 8_192;

/**
 * Builds the outgoing addresses: scheme, host, port and path prefix come from `base` alone. Each segment is percent-encoded.
 * @throws UnsafeAddress when a segment is empty, `.`, `..`, holds a control character or half a surrogate pair, or past 8,192 characters
 */
export function joinUrl(
  base: string,
  segments: readonly (string | number)[],
  query: Query = {},
  asFolder = false,
): string {
  const { origin, pathname } = parseBase(base);
  const path = [withoutTrailingSlashes(pathname), ...segments.map(encodeSegment)].join('/');
  const search = encodeQuery(query);
  const address = `${origin}${path}${asFolder ? '/' : ''}${search === '' ? '' : `?${search}`}`;
  if (address.length > LONGEST_ADDRESS) throw new UnsafeAddress(sayHttp('address_too_long'));
  return address;
}

/** An address that calls may be built on. @throws UnsafeAddress unless absolute, http(s), without user info, query and fragment */
export function parseBase(base: string): URL {
  const url = parsedUrl(base);
  if (!url) throw new UnsafeAddress(sayHttp('base_address_not_absolute'));
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !['http:', 'https:'].includes(url.protocol)) throw new UnsafeAddress(sayHttp('base_address_not_plain'));
  return url;
}

/** With an encoded target, written as it came. @throws UnsafeAddress as {@link assertPlainTarget}, or past 8,192 characters */
export function targetUrl(base: string, target: string): string {
  const { origin, pathname } = parseBase(base);
  assertPlainTarget(target);
  const address = origin + withoutTrailingSlashes(pathname) + target;
  if (address.length > LONGEST_ADDRESS) throw new UnsafeAddress(sayHttp('address_too_long'));
  return address;
}

function encodeSegment(segment: string | number): string {
  const text = String(segment);
  if (text === '' || text === '.' || text === '..') throw new UnsafeAddress(sayHttp('path_segment_is_step'));
  if (CONTROL_CHARACTERS.test(text)) throw new UnsafeAddress(sayHttp('path_segment_has_control_character'));
  if (LONE_SURROGATE.test(text)) throw new UnsafeAddress(sayHttp('path_segment_not_well_formed'));
  return encodeURIComponent(text);
}

function encodeQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  return params.toString();
}

/** What may be in a request line: visible ASCII without `#`, and in the path without the backslash that some read as a slash. */
const PLAIN = /^\/[\x21\x22\x24-\x3e\x40-\x5b\x5d-\x7e]*(?:\?[\x21\x22\x24-\x7e]*)?$/;

/** How often somebody behind us may decode a path over again. */
const MOST_DECODINGS = 5;

/** Refuses what may leave the base path: a step up or on the spot in any encoding, a fragment, line or host. @throws UnsafeAddress */
export function assertPlainTarget(target: string): void {
  if (!PLAIN.test(target)) throw new UnsafeAddress(sayHttp('target_not_plain'));
  let path = target.split('?', 1)[0] ?? '';
  for (let decodings = 0; decodings <= MOST_DECODINGS; decodings += 1) {
    if (path.split(/[\\/]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) {
      throw new UnsafeAddress(sayHttp('target_has_step'));
    }
    const decoded = decodedOnce(path);
    if (decoded === path) return;
    path = decoded;
  }
  throw new UnsafeAddress(sayHttp('target_encoded_repeatedly'));
}

function decodedOnce(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

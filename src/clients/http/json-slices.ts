import { isUtf8 } from 'node:buffer';
import { legibleJson } from './legible-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The elements of a JSON array, about `bytes` at a time. Where a slice ends is guessed by what stands between the first two elements;
 * only after a wrong guess, which can't be parsed, is each byte looked at.
 * @throws SyntaxError when the bytes are no array; elements may have been given before
 */
export function* jsonSlices(json: Buffer, bytes: number): Generator<readonly unknown[]> {
  const start = skipSpace(json, 0);
  const end = lastNonSpace(json);
  if (start >= end || json[start] !== OPEN_LIST || json[end] !== CLOSE_LIST) throw new SyntaxError('not an array');
  if (skipSpace(json, start + 1) === end) return;
  const seam = seamOf(json, start + 1);
  for (let from = start + 1; from <= end;) {
    let to = end - from <= bytes ? end : seam ? lastSeam(json, seam, from, bytes) : -1;
    let elements = to > from ? elementsIn(json, from, to) : null;
    if (!elements) {
      to = lookedUpEnd(json, from, bytes);
      if (json[to] !== COMMA && to !== end) throw new SyntaxError('something after the array');
      elements = elementsIn(json, from, to) ?? elementsIn(json, from, to, legibleJson);
    }
    if (!elements) throw new SyntaxError('not the elements of an array');
    yield elements;
    from = to + 1;
  }
}

/** The last place of the seam in a slice, -1 where it isn't in there: what lies before was read already, and isn't searched again. */
function lastSeam(json: Buffer, seam: Buffer, from: number, bytes: number): number {
  const at = json.subarray(from, from + bytes + seam.length).lastIndexOf(seam);
  return at < 0 ? -1 : from + at;
}

/** The elements between two positions, from a repaired text; null when the bytes there are none. */
function elementsIn(
  json: Buffer,
  from: number,
  to: number,
  repair: (written: string) => string = asWritten,
): readonly unknown[] | null {
  try {
    const elements = JSON.parse(`[${repair(json.toString('utf8', from, to))}]`) as readonly unknown[];
    return elements.length === 0 ? null : elements;
  } catch {
    return null;
  }
}

const asWritten = (written: string): string => written;

/** The place of the comma or end of list that ends the first element beyond a slice. */
function lookedUpEnd(json: Buffer, from: number, bytes: number): number {
  let to = endOfElement(json, from);
  while (json[to] === COMMA && to - from < bytes) to = endOfElement(json, to + 1);
  return to;
}

/** A longer name of a member is none. */
const LONGEST_NAME = 100;

/** From the comma between the first two elements to the name of the second one's first member; null without any. */
function seamOf(json: Buffer, from: number): Buffer | null {
  const comma = endOfElement(json, from);
  const brace = skipSpace(json, comma + 1);
  const name = skipSpace(json, brace + 1);
  if (json[comma] !== COMMA || json[brace] !== OPEN_OBJECT || json[name] !== QUOTE) return null;
  const end = endOfString(json, name + 1);
  return end - name > LONGEST_NAME ? null : json.subarray(comma, end + 1);
}

/** Do lists and objects of this JSON stand within each other more than so many levels deep? */
export function nestsDeeper(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  }
  return false;
}

/** The place of the comma or end of list that ends the element which begins here. */
function endOfElement(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) return at;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  }
  throw new SyntaxError('an array without an end');
}

/** The place of the quote that ends the string whose first character is here; the end of the bytes without one. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(json[at])) at += 1;
  return at;
}

/** The last place that is no white space of JSON; -1 without any. */
function lastNonSpace(json: Uint8Array): number {
  let at = json.length - 1;
  while (isSpace(json[at])) at -= 1;
  return at;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

interface SplitObject {
  /** The object, with the list emptied. */
  readonly rest: unknown;
  /** The bytes from the list's first bracket to its last; what is in between hasn't been looked at. */
  readonly list: Buffer;
}

/** What may stand between the name of a member and the list that is its value, and behind that list. */
const BEFORE = /^[ \t\r\n]*:[ \t\r\n]*\[/;
const BEHIND = /^\][ \t\r\n]*\}[ \t\r\n]*$/;

/** Nobody writes more space than so many bytes. */
const MOST_SPACE = 100;

/** Takes an object apart whose last member is the list `name`, provided that the bytes are a list. Null: it is to be read as a whole. */
export function splitAtList(json: Buffer, name: string): SplitObject | null {
  const quoted = `"${name}"`;
  const at = json.indexOf(quoted);
  // Behind a backslash it is the end of a longer name.
  if (at < 1 || json[at - 1] === BACKSLASH) return null;
  const behindName = at + quoted.length;
  const before = BEFORE.exec(json.toString('latin1', behindName, behindName + MOST_SPACE));
  if (!before) return null;
  const [start, end] = [behindName + before[0].length - 1, json.lastIndexOf(']')];
  if (end <= start || end + MOST_SPACE < json.length || !BEHIND.test(json.toString('latin1', end))) return null;
  const head = json.subarray(0, at);
  if (!isUtf8(head)) return null;
  try {
    // This can be parsed only where it is a member of the object itself, and of no other within it.
    return { rest: JSON.parse(`${head.toString()}${quoted}:[]}`) as unknown, list: json.subarray(start, end + 1) };
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

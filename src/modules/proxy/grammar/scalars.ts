import { UnjudgeableJson } from './unjudgeable-json.js';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;

/** The most bytes of a number. Nobody means longer ones, and none is worth holding everybody up. */
const LONGEST_NUMBER = 1_000_000;

const WORDS: ReadonlyMap<number, Buffer> = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

/**
 * The end of the number or the word (`true`, `false`, `null`) that begins here.
 *
 * @throws UnjudgeableJson where neither does
 */
export function endOfScalar(bytes: Uint8Array, start: number): number {
  const word = WORDS.get(bytes[start] ?? 0);
  return word ? endOfWord(bytes, start, word) : endOfNumber(bytes, start);
}

function endOfWord(bytes: Uint8Array, start: number, word: Buffer): number {
  for (let offset = 1; offset < word.length; offset += 1) {
    if (bytes[start + offset] !== word[offset]) throw new UnjudgeableJson('an unknown word');
  }
  return start + word.length;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = bytes[first] === ZERO ? first + 1 : endOfDigits(bytes, first);
  if (bytes[at] === POINT) at = endOfDigits(bytes, at + 1);
  if (((bytes[at] ?? 0) | 0x20) === SMALL_E) {
    const sign = bytes[at + 1];
    at = endOfDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
  if (at - start > LONGEST_NUMBER) throw new UnjudgeableJson('a number without measure');
  return at;
}

/** At least one digit. */
function endOfDigits(bytes: Uint8Array, start: number): number {
  const end = Math.min(bytes.length, start + LONGEST_NUMBER + 1);
  let at = start;
  while (at < end && isDigit(bytes[at] as number)) at += 1;
  if (at === start) throw new UnjudgeableJson('something other than JSON');
  return at;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

import { UnjudgeableJson } from '../proxy.errors.js';
import { BACKSLASH, ESCAPED, ESCAPES, FOREIGN, HEX, QUOTE, STOPS, STRING_FLAGS } from './byte-kinds.js';

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

/** The end of the number or the word (`true`, `false`, `null`) that begins here. @throws UnjudgeableJson where neither does */
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

function endOfDigits(bytes: Uint8Array, start: number): number {
  const end = Math.min(bytes.length, start + LONGEST_NUMBER + 1);
  let at = start;
  while (at < end && isDigit(bytes[at] as number)) at += 1;
  if (at === start) throw new UnjudgeableJson('something other than JSON');
  return at;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

const LETTER_U = 0x75;

/** Walks through a JSON string, as far as it is let at a time, and notes what its text is made of. */
export class StringWalk {
  /** What the text is made of, escapes resolved: the flags of byte-kinds. */
  flags = 0;
  closed = false;

  constructor(private readonly bytes: Uint8Array) {}

  begin(): void {
    this.flags = 0;
    this.closed = false;
  }

  /** From `at` to `limit`, a few bytes further, or behind the closing quotation mark. @throws UnjudgeableJson for what no string holds */
  walk(at: number, limit: number): number {
    const { bytes } = this;
    const end = Math.min(limit, bytes.length);
    let position = at;
    let flags = this.flags;
    while (position < end) {
      const flag = STRING_FLAGS[bytes[position] as number] as number;
      if ((flag & STOPS) === 0) {
        flags |= flag;
        position += 1;
      } else if (bytes[position] === QUOTE) {
        this.closed = true;
        position += 1;
        break;
      } else {
        flags |= ESCAPED | this.flagsOfEscape(position);
        position += bytes[position + 1] === LETTER_U ? 6 : 2;
      }
    }
    if (!this.closed && position >= bytes.length) throw new UnjudgeableJson('a string without an end');
    this.flags = flags;
    return position;
  }

  private flagsOfEscape(position: number): number {
    const { bytes } = this;
    if (bytes[position] !== BACKSLASH) throw new UnjudgeableJson('a control character in a string');
    const letter = bytes[position + 1] ?? 0;
    if (ESCAPES[letter] === 1) return 0;
    if (letter !== LETTER_U) throw new UnjudgeableJson('an unknown escape');
    let code = 0;
    for (let digit = position + 2; digit < position + 6; digit += 1) {
      const value = HEX[bytes[digit] ?? 0] as number;
      if (value > 15) throw new UnjudgeableJson('an unknown escape');
      code = code * 16 + value;
    }
    return code < 0x80 ? (STRING_FLAGS[code] as number) & ~STOPS : FOREIGN;
  }
}

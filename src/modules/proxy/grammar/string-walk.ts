import { BACKSLASH, ESCAPED, ESCAPES, FOREIGN, HEX, QUOTE, STOPS, STRING_FLAGS } from './byte-kinds.js';
import { UnjudgeableJson } from './unjudgeable-json.js';

const LETTER_U = 0x75;

/** Walks through a JSON string, as far as it is let at a time, and notes what its text is made of. */
export class StringWalk {
  /** What the text is made of, escapes resolved: the flags of byte-kinds. */
  flags = 0;
  /** Has the closing quotation mark been passed? */
  closed = false;

  constructor(private readonly bytes: Uint8Array) {}

  begin(): void {
    this.flags = 0;
    this.closed = false;
  }

  /**
   * @param at behind the opening quotation mark, or where it stopped before
   * @param limit it stops here, or a few bytes later
   * @returns where it stopped; behind the closing quotation mark when the string has ended
   * @throws UnjudgeableJson for what no JSON string holds
   */
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
        flags |= ESCAPED | this.escaped(position);
        position += bytes[position + 1] === LETTER_U ? 6 : 2;
      }
    }
    if (!this.closed && position >= bytes.length) throw new UnjudgeableJson('a string without an end');
    this.flags = flags;
    return position;
  }

  /** The flags of what an escape stands for. */
  private escaped(position: number): number {
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

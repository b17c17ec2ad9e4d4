import { StringDecoder } from 'node:string_decoder';
import { readableLine, type ReadableLine } from './log.js';

/** A line that is kept, with a number that counts up from 1 with the start of the process. */
export interface KeptLine extends ReadableLine {
  readonly number: number;
}

interface Held {
  readonly number: number;
  readonly bytes: number;
  /** As it was written; in parts where it was too long. It is read when somebody asks. */
  readonly line: string | ReadableLine;
}

const MOST_LINES = 2_000;
/** Of all lines together; lines of a usual length take a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024;

const LONGEST_LINE = 4_096;
const LONGEST_MESSAGE = 1_024;

/** The last lines of the log, as they went out: redacted. They are in memory alone, bounded in number and in bytes. */
export class KeptLog {
  private readonly held: Held[] = [];
  private bytes = 0;
  private last = 0;

  /** Keeps one line of JSON. Called for every line, so it reads none but those that are too long. */
  write(line: string): void {
    const length = Buffer.byteLength(line);
    const isLong = length > LONGEST_LINE;
    const bytes = isLong ? LONGEST_LINE : length;
    this.held.push({ number: ++this.last, bytes, line: isLong ? shorten(line) : line });
    this.bytes += bytes;
    while (this.held.length > MOST_LINES || this.bytes > MOST_BYTES) this.bytes -= this.held.shift()?.bytes ?? 0;
  }

  /** What is kept, newest first. @param before only lines with a lower number */
  *newestFirst(before = Infinity): Generator<KeptLine, void> {
    for (let at = this.held.length - 1; at >= 0; at -= 1) {
      const held = this.held[at];
      if (held && held.number < before) yield { number: held.number, ...partsOf(held.line) };
    }
  }
}

type Members = Readonly<Record<string, unknown>>;

const partsOf = (line: string | ReadableLine): ReadableLine =>
  typeof line === 'string' ? readableLine(JSON.parse(line) as Members) : line;

function shorten(line: string): ReadableLine {
  // What is cut off anyway isn't made readable first: that takes long.
  const begin = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.slice(0, LONGEST_LINE) : value;
  const { message, details, ...parts } = readableLine(JSON.parse(line, begin) as Members);
  return { ...parts, message: cut(message, LONGEST_MESSAGE), details: cut(details, LONGEST_LINE - LONGEST_MESSAGE) };
}

/** The beginning, in a text of its own: a part of a text would hold the whole in memory. No character is cut in half. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return `${new StringDecoder('utf8').write(Buffer.from(text.slice(0, bytes)).subarray(0, bytes))} …`;
}

import { UnjudgeableJson } from '../proxy.errors.js';
import { PLACEHOLDER } from './redact-text.js';

const REDACTED = Buffer.from(JSON.stringify(PLACEHOLDER));

/** More changes than any library has credentials; past it their bookkeeping would outgrow the document. */
const MOST_EDITS = 1_000_000;

/** How many changes may be moved for others to come before them, in all: nesting would multiply the work. */
const MOST_MOVED = 4 * MOST_EDITS;

/** A stretch of the document, and how many edits there were before and after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly editsBefore: number;
  readonly editsAfter: number;
}

/** Which stretches of a document become something else, from its beginning to its end. */
export class Edits {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly texts: (Buffer | undefined)[] = [];
  private moved = 0;

  get count(): number {
    return this.starts.length;
  }

  /** The stretch becomes `text`, or the placeholder where none is given. Behind all earlier ones. @throws UnjudgeableJson */
  add(start: number, end: number, text?: Buffer): void {
    if (this.starts.length >= MOST_EDITS) throw new UnjudgeableJson('more credentials than can be kept in mind');
    this.starts.push(start);
    this.ends.push(end);
    this.texts.push(text);
  }

  /** Each stretch becomes the placeholder as a whole, whatever was to happen inside of it. @throws UnjudgeableJson */
  redactWhole(stretches: readonly Stretch[]): void {
    const [first] = stretches;
    if (!first) return;
    this.moved += this.count - first.editsBefore;
    if (this.moved > MOST_MOVED) throw new UnjudgeableJson('credentials nested too often');
    const [starts, ends, texts] = [this.starts, this.ends, this.texts].map((list) =>
      list.splice(first.editsBefore),
    ) as [number[], number[], (Buffer | undefined)[]];
    let next = first.editsBefore;
    const keepUpTo = (count: number): void => {
      for (; next < count; next += 1) {
        const at = next - first.editsBefore;
        this.add(starts[at] as number, ends[at] as number, texts[at]);
      }
    };
    for (const { start, end, editsBefore, editsAfter } of stretches) {
      keepUpTo(editsBefore);
      this.add(start, end);
      next = editsAfter;
    }
    keepUpTo(first.editsBefore + starts.length);
  }

  lengthOf(bytes: Uint8Array): number {
    let length = bytes.length;
    for (let at = 0; at < this.starts.length; at += 1) {
      length += (this.texts[at] ?? REDACTED).length - ((this.ends[at] as number) - (this.starts[at] as number));
    }
    return length;
  }

  *piecesOf(bytes: Buffer): Generator<Buffer, void> {
    let kept = 0;
    for (let at = 0; at < this.starts.length; at += 1) {
      yield bytes.subarray(kept, this.starts[at]);
      yield this.texts[at] ?? REDACTED;
      kept = this.ends[at] as number;
    }
    yield bytes.subarray(kept);
  }
}

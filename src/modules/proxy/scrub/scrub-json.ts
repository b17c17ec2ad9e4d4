import { isUtf8 } from 'node:buffer';
import { ESCAPED, FOREIGN, mayHoldAddress } from '../grammar/byte-kinds.js';
import { inSlices, JsonWalk } from '../grammar/json-walk.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import { Edits } from './edits.js';
import { isCertainlyPlain, keyKind, type KeyKind } from './key-kinds.js';
import { LabelledValues } from './labelled-values.js';
import { redactDownload } from './redact-download.js';
import { redactText } from './redact-text.js';

const CHUNK = 256 * 1024;

/** A JSON document without its credentials. Its bytes are put together as they are taken, never as a whole. */
export class ScrubbedJson {
  constructor(
    private readonly bytes: Buffer,
    private readonly edits: Edits,
  ) {}

  get length(): number {
    return this.edits.lengthOf(this.bytes);
  }

  *chunks(): Generator<Buffer, void> {
    let gathered: Buffer[] = [];
    let size = 0;
    for (const piece of this.edits.piecesOf(this.bytes)) {
      for (let from = 0; from < piece.length; from += CHUNK) {
        const part = piece.subarray(from, from + CHUNK);
        gathered.push(part);
        size += part.length;
        if (size < CHUNK) continue;
        yield gathered.length === 1 ? part : Buffer.concat(gathered, size);
        gathered = [];
        size = 0;
      }
    }
    if (size > 0) yield Buffer.concat(gathered, size);
  }
}

/** Takes the credentials out of a JSON document, in slices. @throws UnjudgeableJson; the signal's reason when aborted */
export async function scrubJson(bytes: Buffer, signal?: AbortSignal): Promise<ScrubbedJson> {
  if (!isUtf8(bytes)) throw new UnjudgeableJson('something other than UTF-8');
  return new ScrubbedJson(bytes, await inSlices(scanJson(bytes), signal));
}

/** Looking into a text costs as much as passing by so many bytes, and so many for each of its own. */
const COST_OF_TEXT = 400;
const COST_OF_TEXT_BYTE = 20;

/** The longest text that is looked into, in bytes: more would hold everybody up for too long. */
const LONGEST_TEXT = 256 * 1024;

/** The longest name that is looked into, in bytes. A longer one is taken for that of a credential. */
const LONGEST_NAME = 4_096;

const MOST_NAMES = 1_000;

/**
 * Notes what of a JSON document has to change so that no credential is left; decodes only what could matter. Pauses (`yield`) every few
 * milliseconds.
 * @param bytes valid UTF-8, which the caller has checked
 * @throws UnjudgeableJson for what is no JSON, nested too deeply, or too much to judge
 */
export function scanJson(bytes: Buffer): Generator<void, Edits> {
  return new CredentialScan(bytes).edits();
}

interface Frame {
  readonly start: number;
  readonly editsBefore: number;
  readonly kind: KeyKind;
  pairs?: LabelledValues;
}

class CredentialScan extends JsonWalk {
  private readonly changes = new Edits();
  private readonly frames: Frame[] = [];
  /** Names that have been judged: a document has few, and each of them often. */
  private readonly names = new Map<string, KeyKind>();
  private kind: KeyKind = 'plain';
  /** How many frames are open from the outermost credential on that is a list or an object; 0 outside of any. */
  private secretDepth = 0;

  *edits(): Generator<void, Edits> {
    yield* this.slices();
    return this.changes;
  }

  protected override onEnter(_isObject: boolean, start: number): void {
    const kind = this.takeKind();
    this.frames.push({ start, editsBefore: this.changes.count, kind });
    if (kind === 'secret') this.secretDepth = this.depth;
  }

  protected override onLeave(): void {
    const frame = this.frames.pop() as Frame;
    if (this.secretDepth > this.depth) this.secretDepth = 0;
    else if (frame.pairs) this.changes.redactWhole(frame.pairs.secrets(this.bytes));
    this.endValue(frame.start, frame.editsBefore, frame.kind);
  }

  protected override onScalar(start: number): void {
    this.endValue(start, this.changes.count, this.takeKind());
  }

  protected override onName(start: number): void {
    if (this.secretDepth > 0) return;
    this.kind = this.kindOfName(start);
    this.lookInto(start);
  }

  protected override onString(start: number): void {
    const editsBefore = this.changes.count;
    const kind = this.takeKind();
    if (kind !== 'secret' && this.secretDepth === 0) this.lookInto(start, kind === 'download');
    this.endValue(start, editsBefore, kind);
    if (kind === 'label') this.pairs().addLabel(start, this.at);
  }

  private endValue(start: number, editsBefore: number, kind: KeyKind): void {
    if (kind === 'secret') this.changes.add(start, this.at);
    else if (kind === 'labelled')
      this.pairs().addValue({ start, end: this.at, editsBefore, editsAfter: this.changes.count });
  }

  private pairs(): LabelledValues {
    const frame = this.frames.at(-1) as Frame;
    return (frame.pairs ??= new LabelledValues());
  }

  private takeKind(): KeyKind {
    const { kind } = this;
    this.kind = 'plain';
    return kind;
  }

  private kindOfName(start: number): KeyKind {
    const asWritten = (this.text.flags & (ESCAPED | FOREIGN)) === 0;
    if (asWritten && isCertainlyPlain(this.bytes, start, this.at)) return 'plain';
    return this.at - start > LONGEST_NAME ? 'secret' : this.kindOf(this.textFrom(start));
  }

  private kindOf(name: string): KeyKind {
    const known = this.names.get(name);
    if (known) return known;
    const kind = keyKind(name);
    if (this.names.size < MOST_NAMES) this.names.set(name, kind);
    return kind;
  }

  private lookInto(start: number, download = false): void {
    if (!download && !mayHoldAddress(this.text.flags)) return;
    const length = this.at - start;
    if (length > LONGEST_TEXT) throw new UnjudgeableJson('a text too long to look into');
    this.pause -= COST_OF_TEXT + COST_OF_TEXT_BYTE * length;
    const text = this.textFrom(start);
    const clean = download ? redactDownload(text) : redactText(text);
    if (clean !== text) this.changes.add(start, this.at, Buffer.from(JSON.stringify(clean)));
  }
}

import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  ESCAPED,
  FOREIGN,
  mayHoldAddress,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  WHITE_SPACE,
} from './byte-kinds.js';
import { Edits } from './edits.js';
import { isCertainlyPlain, keyKind, type KeyKind } from './key-kinds.js';
import { LabelledValues } from './labelled-values.js';
import { redactText } from './redact-text.js';
import { endOfScalar } from './scalars.js';
import { StringWalk } from './string-walk.js';
import { UnjudgeableJson } from './unjudgeable-json.js';

/** How many lists and objects may stand in each other. Source: doc 3 §4, depth and grammar. */
const DEEPEST = 200;

/** Bytes between two pauses: some three milliseconds of work. */
const SLICE = 512 * 1024;

/** Looking into a text costs as much as passing by so many bytes, and so many for each of its own. */
const COST_OF_TEXT = 400;
const COST_OF_TEXT_BYTE = 20;

/** The longest text that is looked into, in bytes: more would hold everybody up for too long. */
const LONGEST_TEXT = 256 * 1024;

/** The longest name that is looked into, in bytes. A longer one is taken for that of a credential. */
const LONGEST_NAME = 4_096;

/** How many names are remembered with what they say. */
const MOST_NAMES = 1_000;

/**
 * Goes through a whole JSON document, byte by byte by the grammar of RFC 8259, and notes what of it has to change so
 * that no credential is left. All else stays as it was written, numbers and white space included; nothing but the
 * names, labels and addresses that could matter is ever made a text.
 *
 * It pauses (`yield`) after every few milliseconds of work. Source: doc 3 §4.2 and §4.3.
 *
 * @param bytes valid UTF-8, which whoever calls has made sure of
 * @throws UnjudgeableJson for what is no JSON, nested too deeply, or too much to judge
 */
export function* scanJson(bytes: Buffer): Generator<void, Edits> {
  const scan = new JsonScan(bytes);
  for (let pause = SLICE; !scan.ended; pause = scan.position + SLICE) {
    scan.runTo(pause);
    yield;
  }
  return scan.edits();
}

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/** A list or an object that is open. */
interface Frame {
  readonly isObject: boolean;
  readonly start: number;
  readonly editsBefore: number;
  /** What its own name says of it. */
  readonly kind: KeyKind;
  pairs?: LabelledValues;
}

class JsonScan {
  private readonly changes = new Edits();
  private readonly text: StringWalk;
  private readonly frames: Frame[] = [];
  /** Names that have been judged: a document has few, and each of them often. */
  private readonly names = new Map<string, KeyKind>();
  private at = 0;
  private pause = 0;
  private expected: Expected = 'value';
  /** Where the string began that the pause has come into; -1 for none. */
  private openString = -1;
  /** What the name before the next value says of it; `plain` in lists. */
  private kind: KeyKind = 'plain';
  /** How many frames are open from the outermost credential on that is a list or an object; 0 outside of any. */
  private secretDepth = 0;

  constructor(private readonly bytes: Buffer) {
    this.text = new StringWalk(bytes);
  }

  get position(): number {
    return this.at;
  }

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  runTo(pause: number): void {
    this.pause = pause;
    while (this.at < this.bytes.length && this.at < this.pause) this.step();
  }

  edits(): Edits {
    if (this.frames.length > 0 || this.expected !== 'comma or end' || this.openString >= 0) throw notJson();
    return this.changes;
  }

  /** One token, or as much of a string or of white space as fits before the pause. */
  private step(): void {
    const byte = this.bytes[this.at] as number;
    if (this.openString >= 0) this.continueString();
    else if (WHITE_SPACE[byte] === 1) this.skipWhiteSpace();
    else if (this.expected === 'colon') this.takeColon(byte);
    else if (this.expected === 'comma or end') this.goOn(byte);
    else if (byte === QUOTE) this.beginString();
    else if (byte === CLOSE_OBJECT && this.expected === 'key or end') this.leave();
    else if (byte === CLOSE_LIST && this.expected === 'value or end') this.leave();
    else if (this.expected === 'key' || this.expected === 'key or end') throw notJson();
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.enter(byte === OPEN_OBJECT);
    else this.takeScalar();
  }

  private skipWhiteSpace(): void {
    const { bytes } = this;
    const end = Math.min(bytes.length, this.pause);
    let at = this.at + 1;
    while (at < end && WHITE_SPACE[bytes[at] as number] === 1) at += 1;
    this.at = at;
  }

  private takeColon(byte: number): void {
    if (byte !== COLON) throw notJson();
    this.at += 1;
    this.expected = 'value';
  }

  private goOn(byte: number): void {
    const frame = this.frames.at(-1);
    if (!frame) throw new UnjudgeableJson('something behind the document');
    if (byte === (frame.isObject ? CLOSE_OBJECT : CLOSE_LIST)) {
      this.leave();
      return;
    }
    if (byte !== COMMA) throw notJson();
    this.at += 1;
    this.expected = frame.isObject ? 'key' : 'value';
  }

  private enter(isObject: boolean): void {
    if (this.frames.length >= DEEPEST) throw new UnjudgeableJson('nested too deeply');
    const kind = this.takeKind();
    this.frames.push({ isObject, start: this.at, editsBefore: this.changes.count, kind });
    if (kind === 'secret') this.secretDepth = this.frames.length;
    this.at += 1;
    this.expected = isObject ? 'key or end' : 'value or end';
  }

  private leave(): void {
    const frame = this.frames.pop();
    if (!frame) throw notJson();
    this.at += 1;
    if (this.secretDepth > this.frames.length) this.secretDepth = 0;
    else if (frame.pairs) this.changes.redactWhole(frame.pairs.secrets(this.bytes));
    this.endValue(frame.start, frame.editsBefore, frame.kind);
  }

  private takeScalar(): void {
    const start = this.at;
    this.at = endOfScalar(this.bytes, start);
    this.endValue(start, this.changes.count, this.takeKind());
  }

  private beginString(): void {
    this.openString = this.at;
    this.text.begin();
    this.at += 1;
    this.continueString();
  }

  private continueString(): void {
    this.at = this.text.walk(this.at, this.pause);
    if (!this.text.closed) return;
    const start = this.openString;
    this.openString = -1;
    if (this.expected === 'key' || this.expected === 'key or end') this.endName(start);
    else this.endText(start);
  }

  private endName(start: number): void {
    this.expected = 'colon';
    if (this.secretDepth > 0) return;
    this.kind = this.kindOfName(start);
    this.lookInto(start);
  }

  private endText(start: number): void {
    const editsBefore = this.changes.count;
    const kind = this.takeKind();
    if (kind !== 'secret' && this.secretDepth === 0) this.lookInto(start);
    this.endValue(start, editsBefore, kind);
    if (kind === 'label') this.pairs()?.addLabel(start, this.at);
  }

  /** A value has ended that is not inside of a credential, or is one itself. */
  private endValue(start: number, editsBefore: number, kind: KeyKind): void {
    this.expected = 'comma or end';
    if (kind === 'secret') this.changes.add(start, this.at);
    else if (kind === 'labelled')
      this.pairs()?.addValue({ start, end: this.at, editsBefore, editsAfter: this.changes.count });
  }

  private pairs(): LabelledValues | undefined {
    const frame = this.frames.at(-1);
    return frame && (frame.pairs ??= new LabelledValues());
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

  /** Takes the credentials out of the addresses in the string that has just ended. */
  private lookInto(start: number): void {
    if (!mayHoldAddress(this.text.flags)) return;
    const length = this.at - start;
    if (length > LONGEST_TEXT) throw new UnjudgeableJson('a text too long to look into');
    this.pause -= COST_OF_TEXT + COST_OF_TEXT_BYTE * length;
    const text = this.textFrom(start);
    const clean = redactText(text);
    if (clean !== text) this.changes.add(start, this.at, Buffer.from(JSON.stringify(clean)));
  }

  private textFrom(start: number): string {
    const { bytes, at } = this;
    if ((this.text.flags & ESCAPED) === 0) return bytes.toString('utf8', start + 1, at - 1);
    return JSON.parse(bytes.toString('utf8', start, at)) as string;
  }
}

const notJson = (): UnjudgeableJson => new UnjudgeableJson('something other than JSON');

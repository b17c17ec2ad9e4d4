import { nextTurn } from '../../../core/time/waiting.js';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  ESCAPED,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  WHITE_SPACE,
} from './byte-kinds.js';
import { endOfScalar, StringWalk } from './scalars.js';
import { UnjudgeableJson } from '../proxy.errors.js';

const DEEPEST = 200;

/** Bytes between two pauses: less than a millisecond of work once the engine has compiled it. */
const SLICE = 128 * 1024;

/** The same before that, when it takes some twenty times as long; and how many slices it lasts, in the whole process. */
const COLD_SLICE = 16 * 1024;
const COLD_SLICES = 64;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

/**
 * Goes through a JSON document, byte by byte by the grammar of RFC 8259. Only what a subclass asks for is decoded. Each method
 * that a token is reported to finds {@link at} behind that token.
 */
export abstract class JsonWalk {
  private static coldLeft = COLD_SLICES;
  /** Behind what has been read. */
  protected at = 0;
  /** The walk pauses here; a subclass that does further work moves it nearer. */
  protected pause = 0;
  protected depth = 0;
  /** What the string is made of that was read last. */
  protected readonly text: StringWalk;
  private readonly isObject = new Uint8Array(DEEPEST);
  private expected: Expected = 'value';
  /** Where the string began that the pause has come into; -1 for none. */
  private openString = -1;

  /** @param bytes valid UTF-8, which the caller has checked */
  constructor(protected readonly bytes: Buffer) {
    this.text = new StringWalk(bytes);
  }

  /** A list or an object begins. {@link depth} counts it already. */
  protected abstract onEnter(isObject: boolean, start: number): void;
  /** The innermost list or object has ended. {@link depth} doesn't count it any more. */
  protected abstract onLeave(): void;
  protected abstract onName(start: number): void;
  protected abstract onString(start: number): void;
  protected abstract onScalar(start: number): void;

  /** Goes through the document, and pauses (`yield`) after a millisecond or so. @throws UnjudgeableJson for no JSON, or too deep */
  protected *slices(): Generator<void, void> {
    const { length } = this.bytes;
    while (this.at < length) {
      this.pause = this.at + (JsonWalk.coldLeft > 0 ? COLD_SLICE : SLICE);
      JsonWalk.coldLeft = Math.max(0, JsonWalk.coldLeft - 1);
      while (this.at < length && this.at < this.pause) this.step();
      yield;
    }
    if (this.depth > 0 || this.expected !== 'comma or end' || this.openString >= 0) throw notJson();
  }

  protected textFrom(start: number): string {
    const { bytes, at } = this;
    if ((this.text.flags & ESCAPED) === 0) return bytes.toString('utf8', start + 1, at - 1);
    return JSON.parse(bytes.toString('utf8', start, at)) as string;
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
    if (this.depth === 0) throw new UnjudgeableJson('something behind the document');
    const isObject = this.isObject[this.depth - 1] === 1;
    if (byte === (isObject ? CLOSE_OBJECT : CLOSE_LIST)) {
      this.leave();
      return;
    }
    if (byte !== COMMA) throw notJson();
    this.at += 1;
    this.expected = isObject ? 'key' : 'value';
  }

  private enter(isObject: boolean): void {
    if (this.depth >= DEEPEST) throw new UnjudgeableJson('nested too deeply');
    const start = this.at;
    this.isObject[this.depth] = isObject ? 1 : 0;
    this.depth += 1;
    this.at += 1;
    this.expected = isObject ? 'key or end' : 'value or end';
    this.onEnter(isObject, start);
  }

  private leave(): void {
    this.depth -= 1;
    this.at += 1;
    this.expected = 'comma or end';
    this.onLeave();
  }

  private takeScalar(): void {
    const start = this.at;
    this.at = endOfScalar(this.bytes, start);
    this.expected = 'comma or end';
    this.onScalar(start);
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
    const isName = this.expected === 'key' || this.expected === 'key or end';
    this.expected = isName ? 'colon' : 'comma or end';
    if (isName) this.onName(start);
    else this.onString(start);
  }
}

const notJson = (): UnjudgeableJson => new UnjudgeableJson('something other than JSON');

/** Does long work to its end, with everybody else's turn wherever it pauses. @throws the signal's reason when it is aborted */
export async function inSlices<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}

import { Injectable } from '@nestjs/common';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { UnsafeUpstreamResponse } from '../proxy.errors.js';

/** The bytes of a JSON document that came, not yet judged. */
export interface HeldJson {
  readonly bytes: Buffer;
  readonly release: () => void;
}

const MEBIBYTE = 1024 * 1024;

/** Bytes of bodies that are held at the same time. */
const ROOM = 256 * MEBIBYTE;

/** Bytes of an account with more than one body, so that a slow reader can't hold all memory. One body alone may have any size. */
const SHARE = ROOM / 2;

const PATIENCE_MS = 10_000;

/** Bodies up to this size don't wait behind larger ones. */
const SMALL = MEBIBYTE;

const LONGEST_LINE = 100;

const LARGEST_JSON = 128 * MEBIBYTE;

/** A body whose size nobody has named is gathered in pieces of so many bytes, and put together at its end. */
const PIECE = MEBIBYTE;

const PIECES_AT_ONCE = 4;

interface Waiting {
  readonly bytes: number;
  readonly of: Holding;
  readonly admit: () => void;
}

interface Holding {
  readonly account: number;
  held: number;
}

export interface Hold {
  /** Takes so much memory in all, waiting for it where it must. */
  growTo(bytes: number): Promise<void>;
  shrinkTo(bytes: number): void;
  /** Gives all of it back; doing it again does nothing. */
  release(): void;
}

/** How many bytes of answers are held for scrubbing at the same time, by all callers together. */
@Injectable()
export class BodyBudgetService {
  private taken = 0;
  private readonly takenBy = new Map<number, number>();
  private line: Waiting[] = [];

  constructor(private readonly clock: Clock) {}

  /** Nothing yet, of what the account's call will need until the signal ends. The caller must release it. */
  begin(account: number, signal: AbortSignal): Hold {
    const of: Holding = { account, held: 0 };
    let released = false;
    const shrinkTo = (bytes: number): void => {
      if (bytes < of.held) this.add(of, bytes - of.held);
      this.admitNext();
    };
    return {
      growTo: async (bytes) => {
        if (bytes > of.held) await this.take(of, bytes - of.held, signal);
      },
      shrinkTo,
      release: () => {
        if (!released) shrinkTo(0);
        released = true;
      },
    };
  }

  /** @throws AppError 503 when there is no memory in time; the signal's reason when it's aborted */
  private async take(of: Holding, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const input = { of, bytes };
    const mayPass = bytes <= SMALL || !this.line.some((one) => this.isWithinShare(one));
    if (mayPass && this.isWithinShare(input) && this.taken + bytes <= ROOM) return this.add(of, bytes);
    if (this.line.length >= LONGEST_LINE) throw temporarilyUnavailable();
    await this.wait(input, signal);
  }

  /** Where an account holds nothing but this body, there is no share. */
  private isWithinShare({ of, bytes }: Pick<Waiting, 'of' | 'bytes'>): boolean {
    const taken = this.takenBy.get(of.account) ?? 0;
    return taken === of.held || taken + bytes <= SHARE;
  }

  private wait(input: Pick<Waiting, 'of' | 'bytes'>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (fault: Error): void => {
        stopWaiting();
        this.line = this.line.filter((one) => one !== waiting);
        this.admitNext();
        reject(fault);
      };
      const onAbort = (): void => leave(signal.reason as Error);
      const timer = this.clock.setTimer(PATIENCE_MS, () => leave(temporarilyUnavailable()));
      const stopWaiting = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', onAbort);
      };
      const admit = (): void => {
        stopWaiting();
        resolve();
      };
      const waiting: Waiting = { ...input, admit };
      signal.addEventListener('abort', onAbort, { once: true });
      this.line.push(waiting);
    });
  }

  /** @param bytes less than none to give some back */
  private add(of: Holding, bytes: number): void {
    const taken = (this.takenBy.get(of.account) ?? 0) + bytes;
    if (taken > 0) this.takenBy.set(of.account, taken);
    else this.takenBy.delete(of.account);
    of.held += bytes;
    this.taken += bytes;
  }

  /** In turn, past those who wait for memory of their own account's alone. */
  private admitNext(): void {
    const next = (): Waiting | undefined => this.line.find((one) => this.isWithinShare(one));
    for (let first = next(); first && this.taken + first.bytes <= ROOM; first = next()) {
      this.line = this.line.filter((one) => one !== first);
      this.add(first.of, first.bytes);
      first.admit();
    }
  }
}

/**
 * Reads a body to its end within the memory held for it, and gives back what it doesn't need.
 * @param declared undefined for a body that ends when it ends
 * @throws UnsafeUpstreamResponse past the cap or the announcement; what the body throws; AppError 503 without memory
 */
export function readHeld(body: AsyncIterable<Buffer>, declared: number | undefined, hold: Hold): Promise<Buffer> {
  return declared === undefined ? readGathered(body, hold) : readWhole(body, declared, hold);
}

async function readWhole(body: AsyncIterable<Buffer>, declared: number, hold: Hold): Promise<Buffer> {
  if (declared > LARGEST_JSON) throw tooMuch();
  await hold.growTo(declared);
  const whole = Buffer.allocUnsafeSlow(declared);
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > declared) throw tooMuch();
    size += chunk.copy(whole, size);
  }
  return whole.subarray(0, size);
}

/** The memory is doubled as the body grows, so that a large one doesn't ask for it all the time. */
async function readGathered(body: AsyncIterable<Buffer>, hold: Hold): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let room = PIECE;
  let size = 0;
  await hold.growTo(room);
  for await (const chunk of body) {
    if (size + chunk.length > LARGEST_JSON) throw tooMuch();
    while (size + chunk.length > room) {
      room *= 2;
      await hold.growTo(room);
    }
    for (let from = 0; from < chunk.length;) {
      if (size % PIECE === 0) pieces.push(Buffer.allocUnsafeSlow(PIECE));
      const copied = chunk.copy(pieces.at(-1) as Buffer, size % PIECE, from);
      from += copied;
      size += copied;
    }
  }
  return joinPieces(pieces, size, hold);
}

/** While there are both the pieces and the whole, both take memory. A piece that has been copied may be collected at once. */
async function joinPieces(pieces: Buffer[], size: number, hold: Hold): Promise<Buffer> {
  hold.shrinkTo(pieces.length * PIECE);
  await hold.growTo(pieces.length * PIECE + size);
  const whole = Buffer.allocUnsafeSlow(size);
  pieces.reverse();
  for (let at = 0, piece = pieces.pop(); piece; at += PIECE, piece = pieces.pop()) {
    if (at > 0 && at % (PIECES_AT_ONCE * PIECE) === 0) await nextTurn();
    piece.copy(whole, at, 0, Math.min(PIECE, size - at));
  }
  hold.shrinkTo(size);
  return whole;
}

const tooMuch = (): UnsafeUpstreamResponse => new UnsafeUpstreamResponse('more than we take');

import { Injectable } from '@nestjs/common';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';

const MEBIBYTE = 1024 * 1024;

/** Bytes of bodies that are held at the same time. Source: doc 3 §4, size cap. */
const ROOM = 256 * MEBIBYTE;

/** How long a body waits for room, in milliseconds. Source: doc 3 §4, size cap. */
const PATIENCE_MS = 10_000;

/** Bodies up to this size don't stand in line behind larger ones. */
const SMALL = MEBIBYTE;

/** More don't wait; they are turned away at once. */
const LONGEST_LINE = 100;

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** Room that somebody has taken. */
export interface Hold {
  /** Takes so much room in all, waiting for it where it must. */
  growTo(bytes: number): Promise<void>;
  /** Gives back what is beyond so many bytes. */
  shrinkTo(bytes: number): void;
  /** Gives all of it back; doing it again does nothing. */
  release(): void;
}

/** How many bytes of answers are held for scrubbing at the same time, by all callers together. */
@Injectable()
export class HeldBodies {
  private taken = 0;
  private line: Waiting[] = [];

  constructor(private readonly clock: Clock) {}

  /** Nothing yet, of what the signal's caller will need. Whoever gets it must release it. */
  begin(signal: AbortSignal): Hold {
    let held = 0;
    let released = false;
    return {
      growTo: async (bytes) => {
        if (bytes <= held) return;
        await this.take(bytes - held, signal);
        held = bytes;
      },
      shrinkTo: (bytes) => {
        if (bytes >= held) return;
        this.giveBack(held - bytes);
        held = bytes;
      },
      release: () => {
        if (!released) this.giveBack(held);
        released = true;
      },
    };
  }

  /** @throws AppError 503 when there is no room in time; the signal's reason when it's aborted */
  private async take(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const mayPass = bytes <= SMALL || this.line.length === 0;
    if (mayPass && this.taken + bytes <= ROOM) {
      this.taken += bytes;
      return;
    }
    if (this.line.length >= LONGEST_LINE) throw temporarilyUnavailable();
    await this.wait(bytes, signal);
  }

  private wait(bytes: number, signal: AbortSignal): Promise<void> {
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
      const waiting: Waiting = { bytes, admit };
      signal.addEventListener('abort', onAbort, { once: true });
      this.line.push(waiting);
    });
  }

  private giveBack(bytes: number): void {
    this.taken -= bytes;
    this.admitNext();
  }

  private admitNext(): void {
    for (let [first] = this.line; first && this.taken + first.bytes <= ROOM; [first] = this.line) {
      this.taken += first.bytes;
      this.line.shift();
      first.admit();
    }
  }
}

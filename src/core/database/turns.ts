import type { Meter } from '../metrics/meter.js';
import type { Clock } from '../time/clock.js';
import type { Log } from '../logging/log.js';

/** One at a time, in the order of the calls. A piece of work that fails doesn't hold up the next. */
export class WriteQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @param meter counts how long each piece waited and ran, and how many wait */
  constructor(
    private readonly clock: Clock,
    private readonly meter: Meter,
  ) {}

  /** Runs `work` when everything that was queued before it has settled. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const queuedAt = this.clock.monotonic();
    this.waits(1);
    const turn = this.tail.then(() => this.measure(queuedAt, work));
    this.tail = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  /** Resolves when everything that was queued up to now has settled. */
  async drained(): Promise<void> {
    await this.tail;
  }

  private async measure<T>(queuedAt: number, work: () => Promise<T>): Promise<T> {
    this.waits(-1);
    const began = this.clock.monotonic();
    try {
      return await work();
    } finally {
      this.meter.write({ waitedMs: began - queuedAt, ranMs: this.clock.monotonic() - began });
    }
  }

  private waits(change: 1 | -1): void {
    this.waiting += change;
    this.meter.writesWaiting(this.waiting);
  }
}

/** A write that is at work for longer than this is logged, since every other writer waits for it. */
const SLOW_WRITE_MS = 2_000;

/** Runs the work of a write and warns, while it still goes on, when it holds up the others. */
export async function watchForSlowness<T>(clock: Clock, log: Log, work: () => Promise<T>): Promise<T> {
  const alarm = clock.setTimer(SLOW_WRITE_MS, () => {
    log.warn('a write is holding up all others', { held_ms: SLOW_WRITE_MS });
  });
  try {
    return await work();
  } finally {
    alarm.cancel();
  }
}

/** A fixed set of things of which each is used by one caller at a time; callers that find none free wait in line. */
export class ReaderPool<R> {
  private readonly free: R[];
  private readonly waiting: ((reader: R) => void)[] = [];
  // A number and no set of the calls: a set that is always filled and emptied leaves tables behind with what was in them, which hold one
  // another until the engine's next full collection.
  private open = 0;
  private readonly onlookers: (() => void)[] = [];

  constructor(readers: readonly R[]) {
    this.free = [...readers];
  }

  /** Gives `work` a reader of its own until it settles. */
  async use<T>(work: (reader: R) => Promise<T>): Promise<T> {
    this.open += 1;
    try {
      return await this.lend(work);
    } finally {
      this.open -= 1;
      if (this.open === 0) for (const notify of this.onlookers.splice(0)) notify();
    }
  }

  /** Resolves as soon as no call is under way, those that wait for a reader included. */
  async drained(): Promise<void> {
    if (this.open > 0) await new Promise<void>((resolve) => this.onlookers.push(resolve));
  }

  private async lend<T>(work: (reader: R) => Promise<T>): Promise<T> {
    const reader = this.free.pop() ?? (await new Promise<R>((resolve) => this.waiting.push(resolve)));
    try {
      return await work(reader);
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(reader);
      else next(reader);
    }
  }
}

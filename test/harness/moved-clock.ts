import { Clock, type TimerHandle } from '../../src/core/time/clock.js';

/** How often pending promises and I/O callbacks get their turn before the next timer fires. */
const SETTLING_TURNS = 4;

interface MovedTimer {
  dueAt: number;
  /** Set for an interval: how long until it fires again. */
  readonly everyMs?: number;
  /** Somebody sleeps until then; otherwise it is a deadline or an alarm, which nobody wants to see come. */
  readonly isSleep?: boolean;
  readonly work: () => void;
}

/** Called with the moment until which somebody sleeps. */
interface Onlooker {
  readonly withinMs: number;
  readonly seen: () => void;
}

/**
 * A clock that stands still until a test moves it.
 *
 * Timers fire in the order in which they are due; timers due at the same moment fire in the order in which they were
 * set. Between two of them pending promises and already queued I/O callbacks get their turn, so that work started by
 * one timer has seen its own moment before the next one comes. Work that waits for a disk or a socket may take
 * longer: await that work itself.
 */
export class MovedClock extends Clock {
  private readonly timers = new Set<MovedTimer>();
  private onlookers: Onlooker[] = [];
  private isFallingAsleep = false;

  /** How long the process has run: what timers go by. It begins at 0, as a new process does. */
  private time = 0;

  /** @param wallStart what the time of day is at first, in epoch milliseconds */
  constructor(private wallStart = Date.UTC(2026, 0, 1)) {
    super();
  }

  now(): number {
    return this.wallStart + this.time;
  }

  monotonic(): number {
    return this.time;
  }

  /**
   * Sets the time of day forward by `ms`, or back where `ms` is negative, as NTP or a person does. No time passes by that:
   * no timer fires, and {@link monotonic} stands still.
   */
  setWall(ms: number): void {
    this.wallStart += ms;
  }

  /** How many timers and intervals wait to fire. */
  get pending(): number {
    return this.timers.size;
  }

  /**
   * Resolves as soon as somebody sleeps until a moment that is at most `withinMs` away, which may be so already. Intervals,
   * deadlines and alarms are nobody's sleep: a write that is under way sets one, and has nothing to do with the clock. A
   * test that moves the clock then has given disks and sockets the time that they took.
   */
  waitedFor(withinMs: number): Promise<void> {
    return new Promise((seen) => {
      this.onlookers.push({ withinMs, seen });
      this.show();
    });
  }

  setTimer(ms: number, work: () => void): TimerHandle {
    return this.add({ dueAt: this.time + Math.max(0, ms), isSleep: this.isFallingAsleep, work });
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.isFallingAsleep = true;
    try {
      return super.sleep(ms, signal);
    } finally {
      this.isFallingAsleep = false;
    }
  }

  setInterval(ms: number, work: () => void): TimerHandle {
    const everyMs = Math.max(1, ms);
    return this.add({ dueAt: this.time + everyMs, everyMs, work });
  }

  /**
   * Moves the time forward by `ms` and fires what falls due, timers set on the way included.
   *
   * @throws RangeError for a negative move
   * @throws what a timer's work throws; the clock is then at that timer's moment
   */
  async advance(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
    const end = this.time + ms;
    await settle();
    for (let timer = this.nextDue(end); timer; timer = this.nextDue(end)) {
      this.time = Math.max(this.time, timer.dueAt);
      this.timers.delete(timer);
      if (timer.everyMs !== undefined) this.rearm(timer, timer.everyMs);
      timer.work();
      await settle();
    }
    this.time = Math.max(this.time, end);
    this.show();
  }

  /**
   * Moves the time forward by `ms` at once, as on a machine that was suspended: an interval that fell due meanwhile,
   * however often, fires a single time. For days and months, over which {@link advance} would take long.
   *
   * @throws RangeError for a negative move
   */
  async leap(ms: number): Promise<void> {
    if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
    this.time += ms;
    for (const timer of this.timers) {
      if (timer.everyMs !== undefined) timer.dueAt = Math.max(timer.dueAt, this.time);
    }
    await this.advance(0);
  }

  private add(timer: MovedTimer): TimerHandle {
    this.timers.add(timer);
    this.show();
    return { cancel: () => void this.timers.delete(timer) };
  }

  /** Notifies those who watch until when somebody sleeps. */
  private show(): void {
    if (this.onlookers.length === 0) return;
    const waits = [...this.timers].filter(({ isSleep }) => isSleep).map(({ dueAt }) => dueAt - this.time);
    const nearest = Math.min(...waits);
    const left = this.onlookers.filter(({ withinMs }) => nearest > withinMs);
    for (const onlooker of this.onlookers.filter(({ withinMs }) => nearest <= withinMs)) onlooker.seen();
    this.onlookers = left;
  }

  /** Puts an interval back at the end of the line, as if it had been set at this moment. */
  private rearm(timer: MovedTimer, everyMs: number): void {
    timer.dueAt += everyMs;
    this.timers.add(timer);
  }

  private nextDue(end: number): MovedTimer | undefined {
    let next: MovedTimer | undefined;
    for (const timer of this.timers) {
      if (timer.dueAt <= end && (!next || timer.dueAt < next.dueAt)) next = timer;
    }
    return next;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

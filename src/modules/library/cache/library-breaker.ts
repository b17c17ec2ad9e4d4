import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { Clock, TimerHandle } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';

export type LibraryRead =
  | 'films'
  | 'series'
  | 'books'
  | 'albums'
  | 'authors'
  | 'artists'
  | 'editions'
  | 'queue'
  | 'history'
  | 'recent history'
  | 'download clients'
  | 'recent files'
  | `film ${number}`
  | `series ${number}`
  | `record of series ${number}`
  | `record of book ${number}`
  | 'records of albums';

/** The manager failed, or its stored key can't be decrypted. */
type ReadFault = UpstreamError | SecretUnreadable;

/** Any other error is a fault of our own. */
export function isReadFault(error: unknown): error is ReadFault {
  return error instanceof UpstreamError || error instanceof SecretUnreadable;
}

/** How long a failed read is not repeated: long enough for the readers of one page, short enough to go unnoticed. */
const PAUSE_MS = 5_000;

/** Faults of the manager as a whole: other reads would fail in the same way. */
const MANAGER_FAULTS: ReadonlySet<UpstreamFault> = new Set(['unreachable', 'timeout', 'unauthorized', 'rate_limited']);

/** A read that takes longer than this counts as slow: everybody who asked when it began has stopped waiting. */
const SLOW_MS = 2_000;

/** A reader doesn't wait when a read has been running for this share of the reader's maximum wait. */
const IN_VAIN_FROM = 0.9;

/** How long a library rests after the first slow failure, and at most after many in a row. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/** Rests are shortened randomly by up to this share, so that libraries that failed together aren't retried together. */
const SPREAD = 0.2;

interface BreakerDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Was the library used recently? Only then is it retried in the background. */
  isWatched(): boolean;
}

interface Outage {
  readonly pausedUntil: number;
  readonly wholeManager: boolean;
}

interface RunningRead {
  readonly reading: LibraryRead;
  readonly since: number;
}

/**
 * The circuit breaker of one library, in memory alone. A failed read pauses for five seconds, and all reads with it when the
 * manager as a whole failed. An outage is logged when it begins and when it ends.
 *
 * A library is slow for readers whose maximum wait is about as short as a current read has already taken, and for everybody
 * while it rests. It rests after a slow failure: nobody reads it, and the failed read is retried in the background, one try at
 * a time, after a rest that doubles from five seconds up to a minute. A success ends the rest, and so does a fast failure:
 * nobody waits long for the next one.
 */
export class LibraryBreaker {
  private readonly outages = new Map<LibraryRead, Outage>();
  /** Lists that lacked rows when they were last read. */
  private readonly incomplete = new Set<LibraryRead>();
  private resting = false;
  private ended = false;
  private slowFailures = 0;
  private rest: TimerHandle | null = null;

  constructor(
    private readonly dependencies: BreakerDependencies,
    private readonly running = new Set<RunningRead>(),
  ) {}

  get isResting(): boolean {
    return this.resting;
  }

  /** It is while the library rests, and after this read or the manager as a whole failed a moment ago. */
  isPaused(reading: LibraryRead): boolean {
    const now = this.dependencies.clock.monotonic();
    const paused = ([failed, { pausedUntil, wholeManager }]: [LibraryRead, Outage]): boolean =>
      now < pausedUntil && (wholeManager || failed === reading);
    return this.resting || [...this.outages].some(paused);
  }

  /** Would a reader with this maximum wait, in milliseconds, wait in vain? */
  isSlow(waitMs: number): boolean {
    const now = this.dependencies.clock.monotonic();
    return this.resting || [...this.running].some(({ since }) => now - since >= waitMs * IN_VAIN_FROM);
  }

  begin(reading: LibraryRead): () => boolean {
    const { clock } = this.dependencies;
    const read: RunningRead = { reading, since: clock.monotonic() };
    this.running.add(read);
    return () => {
      this.running.delete(read);
      return clock.monotonic() - read.since >= SLOW_MS;
    };
  }

  /** Ends the outage of this read, and the rest. Returns whether there was a rest. */
  recordSuccess(reading: LibraryRead): boolean {
    if (this.outages.delete(reading)) this.dependencies.log.info('library readable again', { reading });
    const wasResting = this.resting;
    this.wake();
    this.slowFailures = 0;
    return wasResting;
  }

  /** Pauses this read; only the first failure of an outage is logged. */
  recordFailure(reading: LibraryRead, fault: ReadFault): void {
    const { clock, log } = this.dependencies;
    if (!this.outages.has(reading)) log.warn('library unreadable', { reading, error: fault });
    const wholeManager = fault instanceof SecretUnreadable || MANAGER_FAULTS.has(fault.kind);
    this.outages.set(reading, { pausedUntil: clock.monotonic() + PAUSE_MS, wholeManager });
  }

  /** @param again repeats the read and handles its result */
  restIfSlow(wasSlow: boolean, again: () => Promise<void>): void {
    if (this.ended || this.rest) return;
    if (!wasSlow) {
      this.wake();
      return;
    }
    this.resting = true;
    this.slowFailures += 1;
    this.rest = this.dependencies.clock.setTimer(this.nextRest(), () => void this.tryAgain(again));
  }

  /** Only the first reading that lacks rows is logged, by their number. */
  recordUnreadableRows(reading: LibraryRead, rows: number): void {
    const { log } = this.dependencies;
    if (rows > 0 && !this.incomplete.has(reading)) log.warn('rows of a library can not be read', { reading, rows });
    if (rows > 0) this.incomplete.add(reading);
    else this.incomplete.delete(reading);
  }

  /** Ignores running reads of this kind: nobody waits for them any longer. */
  abandon(reading: LibraryRead): void {
    for (const read of this.running) if (read.reading === reading) this.running.delete(read);
  }

  /**
   * Takes over after a change: the library may be read at once, and no outage is logged again.
   * @param keepsReads do readers still wait for the running reads?
   */
  successor(keepsReads: boolean): LibraryBreaker {
    this.end();
    const next = new LibraryBreaker(this.dependencies, keepsReads ? this.running : undefined);
    for (const [reading, outage] of this.outages) next.outages.set(reading, { ...outage, pausedUntil: 0 });
    for (const reading of this.incomplete) next.incomplete.add(reading);
    return next;
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  private async tryAgain(again: () => Promise<void>): Promise<void> {
    this.rest = null;
    if (this.dependencies.isWatched()) await again();
    // No read was made, or its result says nothing about slowness: the next reader finds out.
    if (!this.rest) this.resting = false;
  }

  private wake(): void {
    this.resting = false;
    this.rest?.cancel();
    this.rest = null;
  }

  private nextRest(): number {
    const longest = Math.min(FIRST_REST_MS * 2 ** (this.slowFailures - 1), LONGEST_REST_MS);
    const share = this.dependencies.random.bytes(1).readUInt8() / 256;
    return longest * (1 - SPREAD * share);
  }
}

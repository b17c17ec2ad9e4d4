import type { Clock, TimerHandle } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import type { LibraryRead } from './library-outage.js';

/** A read that takes longer than this counts as slow: everybody who asked when it began has stopped waiting. */
const SLOW_MS = 2_000;

/** A reader doesn't wait when a read has been under way for this share of the reader's maximum wait. */
const IN_VAIN_FROM = 0.9;

/** How long a library rests after the first slow failure, and at most after many in a row. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/** Rests are shortened randomly by up to this share, so that libraries that failed together aren't retried together. */
const SPREAD = 0.2;

/** What the health of one library depends on. */
interface HealthPlaces {
  readonly clock: Clock;
  readonly random: Random;
  /** Was the library used recently? Only then is it retried in the background. */
  isWatched(): boolean;
}

interface ReadUnderWay {
  readonly reading: LibraryRead;
  readonly since: number;
}

/**
 * Tracks whether the manager of one library answers or hangs: a circuit breaker, in memory alone.
 *
 * A library is slow for readers whose maximum wait is about as short as a current read has already taken, and for
 * everybody while it rests. It rests after a slow failure: then nobody reads it, and the failed read is retried in the
 * background, one try at a time, after a rest that doubles from five seconds up to a minute. A successful read ends the
 * rest, and so does a fast failure, because nobody waits long for the next one.
 */
export class LibraryHealth {
  private resting = false;
  private ended = false;
  private slowFailures = 0;
  private rest: TimerHandle | null = null;

  constructor(
    private readonly places: HealthPlaces,
    private readonly underWay = new Set<ReadUnderWay>(),
  ) {}

  /** Is the library resting after a slow failure? Then it isn't read for callers. */
  get isResting(): boolean {
    return this.resting;
  }

  /** Would a reader with this maximum wait, in milliseconds, wait in vain? */
  isSlow(waitMs: number): boolean {
    const now = this.places.clock.monotonic();
    return this.resting || [...this.underWay].some(({ since }) => now - since >= waitMs * IN_VAIN_FROM);
  }

  /** Records the start of a read. The returned function records its end, and returns whether it was slow. */
  begin(reading: LibraryRead): () => boolean {
    const { clock } = this.places;
    const one: ReadUnderWay = { reading, since: clock.monotonic() };
    this.underWay.add(one);
    return () => {
      this.underWay.delete(one);
      return clock.monotonic() - one.since >= SLOW_MS;
    };
  }

  /** Records a successful read. Returns whether it ended a rest. */
  succeeded(): boolean {
    const wasResting = this.resting;
    this.wake();
    this.slowFailures = 0;
    return wasResting;
  }

  /**
   * Records a failed read.
   *
   * @param again repeats the read and handles its result
   */
  failed(wasSlow: boolean, again: () => Promise<void>): void {
    if (this.ended || this.rest) return;
    if (!wasSlow) {
      this.wake();
      return;
    }
    this.resting = true;
    this.slowFailures += 1;
    this.rest = this.places.clock.setTimer(this.nextRest(), () => void this.tryAgain(again));
  }

  /** Ignores reads of this kind that are under way: nobody waits for them any longer. */
  letGo(reading: LibraryRead): void {
    for (const one of this.underWay) if (one.reading === reading) this.underWay.delete(one);
  }

  /** The health after a reported change: the library may be read at once. Reads under way stay recorded. */
  withoutRest(): LibraryHealth {
    this.end();
    return new LibraryHealth(this.places, this.underWay);
  }

  /** Stops all retries. */
  end(): void {
    this.ended = true;
    this.wake();
  }

  private async tryAgain(again: () => Promise<void>): Promise<void> {
    this.rest = null;
    if (this.places.isWatched()) await again();
    // No read was made, or its result says nothing about the library's health: the next reader finds out.
    if (!this.rest) this.resting = false;
  }

  private wake(): void {
    this.resting = false;
    this.rest?.cancel();
    this.rest = null;
  }

  private nextRest(): number {
    const longest = Math.min(FIRST_REST_MS * 2 ** (this.slowFailures - 1), LONGEST_REST_MS);
    const share = this.places.random.bytes(1).readUInt8() / 256;
    return longest * (1 - SPREAD * share);
  }
}

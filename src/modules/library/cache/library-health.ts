import type { Clock, TimerHandle } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import type { LibraryRead } from './library-outage.js';

/** A reading that has taken so long kept everybody waiting in vain who asked for it when it began. */
const SLOW_MS = 2_000;

/** By this share of a wait it is known to be in vain: who asks again right after one doesn't wait anew. */
const IN_VAIN_FROM = 0.9;

/** How long a library rests after a first reading that failed slowly, and at most, after many in a row. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/** Rests are shorter by up to this share, so that libraries that went together aren't all tried together. */
const SPREAD = 0.2;

/** What the health of one library is judged with. */
interface HealthPlaces {
  readonly clock: Clock;
  readonly random: Random;
  /** Has somebody looked at the library of late? One that nobody looks at is not tried for its own sake. */
  isWatched(): boolean;
}

interface ReadUnderWay {
  readonly reading: LibraryRead;
  readonly since: number;
}

/**
 * Does the manager of one library answer, or does it hang? A circuit breaker, in memory alone.
 *
 * A library is slow for those whose wait is about as short as a reading of it has been under way, and for everybody while
 * it rests. It rests from a reading that failed slowly: then nobody has it read, and that same reading is tried again
 * behind everybody, one try at a time, after a rest that doubles from five seconds up to a minute. A good reading ends
 * that, and so does a failure that comes quickly, as nobody waits long for the next one.
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

  /** Has a reading failed slowly, and nothing come of another since? Then the library isn't read for those who ask. */
  get isResting(): boolean {
    return this.resting;
  }

  /** Is it known that somebody who waits for so many milliseconds would wait in vain? */
  isSlow(waitMs: number): boolean {
    const now = this.places.clock.monotonic();
    return this.resting || [...this.underWay].some(({ since }) => now - since >= waitMs * IN_VAIN_FROM);
  }

  /** Notes that a reading begins. The function that is returned notes its end, and answers whether it was slow. */
  begin(reading: LibraryRead): () => boolean {
    const { clock } = this.places;
    const one: ReadUnderWay = { reading, since: clock.monotonic() };
    this.underWay.add(one);
    return () => {
      this.underWay.delete(one);
      return clock.monotonic() - one.since >= SLOW_MS;
    };
  }

  /** A reading was good. Answers whether that ended a rest. */
  succeeded(): boolean {
    const wasResting = this.resting;
    this.wake();
    this.slowFailures = 0;
    return wasResting;
  }

  /**
   * A reading failed.
   *
   * @param again tries the same once more, and settles whatever comes of it
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

  /** Readings of this sort that are under way are nobody's any more, and make the library slow for nobody. */
  letGo(reading: LibraryRead): void {
    for (const one of this.underWay) if (one.reading === reading) this.underWay.delete(one);
  }

  /** The same library, of which there is news: it may be read at once. What is under way stays so. */
  withoutRest(): LibraryHealth {
    this.end();
    return new LibraryHealth(this.places, this.underWay);
  }

  /** Nothing is tried again from now on. */
  end(): void {
    this.ended = true;
    this.wake();
  }

  private async tryAgain(again: () => Promise<void>): Promise<void> {
    this.rest = null;
    if (this.places.isWatched()) await again();
    // Nothing was read, or nothing that says how the library is: who comes next finds out.
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

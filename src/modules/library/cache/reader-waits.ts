import type { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';

/** How long a person waits for a library at most, in milliseconds, everything together that is read for one answer. */
export const PERSON_WAITS_MS = 2_000;

/** How long another tool's page and news wait for a library at most, in milliseconds. */
export const PAGE_WAITS_MS = 10_000;

/** How long the poll waits for one, in milliseconds: nobody waits for it, and a queue may take as long to read. */
export const POLL_WAITS_MS = 15_000;

/** An answer about a library, made in two ways. */
interface Answer<V> {
  /** Reads what isn't in memory. */
  readonly read: () => Promise<V>;
  /** Makes do with what is in memory. */
  readonly remembered: () => V;
}

/** Lets nobody wait for a library that hangs. */
export class ReaderWaits {
  /** @param isSlow is it known that somebody who waits so long for this library would wait in vain? */
  constructor(
    private readonly clock: Clock,
    private readonly isSlow: (instanceId: string, waitMs: number) => boolean,
  ) {}

  /**
   * The answer for somebody who waits no longer than so. Where the library is known to be slow, or proves to be, memory has
   * to do; what is being read goes on behind, and the next one finds its result.
   *
   * @param waitMs in milliseconds
   * @throws what the reading throws in time
   */
  async inTime<V>(instanceId: string, waitMs: number, { read, remembered }: Answer<V>): Promise<V> {
    if (this.isSlow(instanceId, waitMs)) return remembered();
    const answer = await within(this.clock, waitMs, read());
    return answer === TOO_LATE ? remembered() : answer;
  }
}

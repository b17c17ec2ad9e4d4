import type { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';

/** The longest wait of a person for a library, in milliseconds, for all reads of one answer together. */
export const PERSON_WAITS_MS = 2_000;

/** The longest wait of other tools' pages and of events for a library, in milliseconds. */
export const PAGE_WAITS_MS = 10_000;

/** The longest wait of the poll, in milliseconds: nobody waits for it, and reading a queue may take as long. */
export const POLL_WAITS_MS = 15_000;

/** The two ways to answer a question about a library. */
interface Answer<V> {
  /** Reads what isn't cached. */
  readonly read: () => Promise<V>;
  /** Uses only what is cached. */
  readonly remembered: () => V;
}

/** Limits how long readers wait for a library that hangs. */
export class ReaderWaits {
  /** @param isSlow would a reader with this maximum wait wait in vain for this library? */
  constructor(
    private readonly clock: Clock,
    private readonly isSlow: (instanceId: string, waitMs: number) => boolean,
  ) {}

  /**
   * The answer within this time. When the library is known to be slow, or proves to be, the cached data is used; the
   * read continues in the background for the next reader.
   *
   * @param waitMs in milliseconds
   * @throws any fault of the read within this time
   */
  async inTime<V>(instanceId: string, waitMs: number, { read, remembered }: Answer<V>): Promise<V> {
    if (this.isSlow(instanceId, waitMs)) return remembered();
    const answer = await within(this.clock, waitMs, read());
    return answer === TOO_LATE ? remembered() : answer;
  }
}

import { type ProviderMemory, keptBytesOf } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { isLineFull } from '../../../core/errors/app-error.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';

/** What isn't there may be entered any moment. */
const ABSENCE_TTL_MS = 5 * 60_000;
const MAX_ENTRIES = 2_000;
const MAX_ABSENCES = 10_000;

interface KeptAnswersOptions<V> {
  readonly clock: Clock;
  readonly meter: Meter;
  readonly memory: ProviderMemory;
  /** The name of the cache, `music.feeds`; that of absences is made of it. */
  readonly name: `${string}.${string}`;
  readonly ttlMs: number;
  readonly sizeOf?: (value: V) => number;
}

/**
 * Kept in the memory of all providers. Callers who want the same at the same time share one fill; failures are not kept,
 * absences for 5 minutes. Nothing of the household is in them.
 */
export class KeptAnswers<V> {
  private readonly answers: TtlCache<string, V | null>;
  private readonly absences: TtlCache<string, true>;

  constructor({ clock, meter, memory, name, ttlMs, sizeOf }: KeptAnswersOptions<V>) {
    this.answers = new TtlCache({
      clock,
      ttlMs,
      maxEntries: MAX_ENTRIES,
      pool: memory,
      sizeOf: (value, key) => keptBytesOf(key) + (value === null ? 0 : (sizeOf ?? asJson)(value)),
      meter: meter.cache(name),
    });
    this.absences = new TtlCache({
      clock,
      ttlMs: ABSENCE_TTL_MS,
      maxEntries: MAX_ABSENCES,
      pool: memory,
      sizeOf: (_, key) => keptBytesOf(key),
      meter: meter.cache(name.replace('.', '.absent-')),
    });
  }

  /**
   * Null when the provider affirms that there is none.
   * @throws what `fill` throws, to everyone who waits for it; a caller whose own line isn't full then asks in their own name
   */
  async of(key: string, fill: () => Promise<V | null>): Promise<V | null> {
    if (this.absences.get(key)) return null;
    const answer = await this.fetch(key, fill);
    if (answer === null) {
      this.answers.delete(key);
      this.absences.set(key, true);
    }
    return answer;
  }

  private async fetch(key: string, fill: () => Promise<V | null>): Promise<V | null> {
    for (let isOwn = false; ;) {
      try {
        return await this.answers.fetch(key, () => {
          isOwn = true;
          return fill();
        });
      } catch (fault) {
        if (isOwn || !isLineFull(fault)) throw fault;
      }
    }
  }
}

const asJson = (value: unknown): number => keptBytesOf(JSON.stringify(value));

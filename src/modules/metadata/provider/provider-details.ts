import type { PassedOn } from '../../../clients/http/json-answer.js';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { keptBytesOf } from '../../../core/cache/byte-pool.js';
import type { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { MetadataProviderService } from './metadata-provider.service.js';

const MINUTE_MS = 60_000;
const DETAIL_TTL_MS = 60 * MINUTE_MS;
/** The provider may add an unknown title at any time, so absence is cached for a shorter time. */
const ABSENCE_TTL_MS = 5 * MINUTE_MS;

const MAX_DETAILS = 1_000;
const MAX_ABSENCES = 10_000;

interface ProviderDetailsOptions<K, T, S> {
  readonly provider: MetadataProviderService;
  readonly memory: ProviderMemory;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly plural: 'films' | 'series' | 'seasons' | 'people' | 'credits' | 'collections' | 'related-titles';
  /** Milliseconds; an hour by default. */
  readonly ttlMs?: number;
  /** Null when the provider affirms its absence. */
  readonly lookUp: (client: TmdbClient, key: K) => Promise<PassedOn<T> | null>;
  readonly summarise: (title: T) => S;
}

interface Detail<S> {
  readonly json: RawJson;
  readonly summary: S;
}

/**
 * Caches details, verbatim and in summary, both from the same answer; callers at the same time share one call. Both methods throw AppError
 * as {@link MetadataProviderService.ask}; failures are not cached.
 */
export class ProviderDetails<K extends string | number, T, S> {
  private readonly details: TtlCache<K, Detail<S>>;
  private readonly absences: TtlCache<K, true>;
  private readonly lookups = new SingleFlight<K, Detail<S> | null>();

  constructor(private readonly options: ProviderDetailsOptions<K, T, S>) {
    const { provider, memory, clock, meter, plural, ttlMs = DETAIL_TTL_MS } = options;
    this.details = new TtlCache({
      clock,
      ttlMs,
      maxEntries: MAX_DETAILS,
      pool: memory,
      sizeOf: ({ json, summary }) => keptBytesOf(json.text, JSON.stringify(summary)),
      meter: meter.cache(`metadata.${plural}`),
    });
    this.absences = new TtlCache({
      clock,
      ttlMs: ABSENCE_TTL_MS,
      maxEntries: MAX_ABSENCES,
      pool: memory,
      sizeOf: () => 0,
      meter: meter.cache(`metadata.absent-${plural}`),
    });
    provider.onKeyChanged(() => this.clear());
  }

  async json(key: K): Promise<RawJson | null> {
    return (await this.detail(key))?.json ?? null;
  }

  async summary(key: K): Promise<S | null> {
    return (await this.detail(key))?.summary ?? null;
  }

  private async detail(key: K): Promise<Detail<S> | null> {
    const kept = this.details.get(key);
    if (kept) return kept;
    if (this.absences.get(key)) return null;
    return this.lookups.run(key, (isCurrent) => this.ask(key, isCurrent));
  }

  /** A call under way still answers those who wait for it. */
  private clear(): void {
    this.lookups.forgetAll();
    this.details.clear();
    this.absences.clear();
  }

  private async ask(key: K, isCurrent: () => boolean): Promise<Detail<S> | null> {
    const { provider, lookUp, summarise } = this.options;
    const answer = await provider.ask((client) => lookUp(client, key));
    if (!answer) {
      if (isCurrent()) this.absences.set(key, true);
      return null;
    }
    const detail = { json: new RawJson(answer.text), summary: summarise(answer.parsed) };
    if (isCurrent()) this.details.set(key, detail);
    return detail;
  }
}

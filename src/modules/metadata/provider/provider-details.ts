import type { TmdbAnswer, TmdbClient } from '../../../clients/tmdb/tmdb-client.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { RawJson } from '../../../core/http/raw-json.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import { keptBytesOf } from './kept-bytes.js';
import type { MetadataProvider } from './metadata-provider.js';

const MINUTE_MS = 60_000;
/** Source: doc 4 §3.1. */
const DETAIL_TTL_MS = 60 * MINUTE_MS;
/** A title that the provider doesn't know yet may be entered any moment, so absence is believed for less long. */
const ABSENCE_TTL_MS = 5 * MINUTE_MS;

const MAX_DETAILS = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ABSENCES = 10_000;

/** How details of one kind of title are had. */
interface ProviderDetailsOptions<T, S> {
  readonly provider: MetadataProvider;
  readonly clock: Clock;
  readonly meter: Meter;
  /** What the titles are, in the names of the caches. */
  readonly plural: 'films' | 'series';
  /** Asks for a title; null when the provider affirms its absence. */
  readonly lookUp: (client: TmdbClient, tmdbId: number) => Promise<TmdbAnswer<T> | null>;
  /** What the rest of the house needs to know of the title. */
  readonly summarise: (title: T) => S;
}

interface Detail<S> {
  readonly json: RawJson;
  readonly summary: S;
}

/**
 * Details of titles of one kind: verbatim, and in summary, both out of the same answer. An answer is kept for an hour,
 * an affirmed absence for 5 minutes, and callers who want the same title at the same time share one call.
 *
 * Both methods throw AppError as {@link MetadataProvider.ask}; failures are not kept.
 */
export class ProviderDetails<T, S> {
  private readonly details: TtlCache<number, Detail<S>>;
  private readonly absences: TtlCache<number, true>;
  private readonly lookups = new SingleFlight<number, Detail<S> | null>();

  constructor(private readonly options: ProviderDetailsOptions<T, S>) {
    const { clock, meter, plural } = options;
    this.details = new TtlCache({
      clock,
      ttlMs: DETAIL_TTL_MS,
      maxEntries: MAX_DETAILS,
      maxBytes: MAX_BYTES,
      sizeOf: ({ json }) => keptBytesOf(json),
      meter: meter.cache(`metadata.${plural}`),
    });
    this.absences = new TtlCache({
      clock,
      ttlMs: ABSENCE_TTL_MS,
      maxEntries: MAX_ABSENCES,
      meter: meter.cache(`metadata.absent-${plural}`),
    });
  }

  /** The provider's JSON; null when it affirms that there is no such title. */
  async json(tmdbId: number): Promise<RawJson | null> {
    return (await this.detail(tmdbId))?.json ?? null;
  }

  /** The summary; null when the provider affirms that there is no such title. */
  async summary(tmdbId: number): Promise<S | null> {
    return (await this.detail(tmdbId))?.summary ?? null;
  }

  private async detail(tmdbId: number): Promise<Detail<S> | null> {
    const kept = this.details.get(tmdbId);
    if (kept) return kept;
    if (this.absences.get(tmdbId)) return null;
    return this.lookups.run(tmdbId, () => this.ask(tmdbId));
  }

  private async ask(tmdbId: number): Promise<Detail<S> | null> {
    const { provider, lookUp, summarise } = this.options;
    const answer = await provider.ask((client) => lookUp(client, tmdbId));
    if (!answer) {
      this.absences.set(tmdbId, true);
      return null;
    }
    const detail = { json: new RawJson(answer.text), summary: summarise(answer.parsed) };
    this.details.set(tmdbId, detail);
    return detail;
  }
}

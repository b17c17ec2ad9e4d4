import { Injectable } from '@nestjs/common';
import type { TmdbClient } from '../../../clients/tmdb/tmdb.client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Meter } from '../../../core/metrics/meter.js';
import { SYSTEM_SHARE, type Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { factsBytes, factsOfFilm, factsOfSeries, type TitleFacts } from './title-facts.js';

const MINUTE_MS = 60_000;
const TTL_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = 8;
const ABSENCE_TTL_MS = 5 * MINUTE_MS;
/** So that not every caller waits for a failing lookup. */
const FAILURE_TTL_MS = 10_000;
const MAX_TITLES = 20_000;
const MAX_FAILURES = 1_000;
const MAX_WAITING = 1_000;
/** The wait before the one retry after a 429 without a time, and at most: somebody waits for it. */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 3_000;

/**
 * Looks up the facts that a title is judged by: eight lookups at once in the whole server, and one retry when the provider asks for fewer
 * requests. A failure is cached title by title.
 */
@Injectable()
export class TitleRatingsService {
  private readonly titles: TtlCache<string, TitleFacts>;
  private readonly absences: TtlCache<string, true>;
  private readonly failures: TtlCache<string, AppError>;
  private readonly lookups = new SingleFlight<string, TitleFacts | null>();
  private readonly few = new FewAtATime(AT_ONCE, MAX_WAITING);

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    const kept = { clock, maxEntries: MAX_TITLES, pool: memory };
    const titles = meter.cache('metadata.title-ratings');
    this.titles = new TtlCache({ ...kept, ttlMs: TTL_MS, sizeOf: factsBytes, meter: titles });
    const absences = meter.cache('metadata.absent-title-ratings');
    this.absences = new TtlCache({ ...kept, ttlMs: ABSENCE_TTL_MS, sizeOf: () => 0, meter: absences });
    this.failures = new TtlCache({ clock, ttlMs: FAILURE_TTL_MS, maxEntries: MAX_FAILURES });
  }

  /**
   * Null when the provider affirms that there is no such title.
   * @throws AppError 502 when the provider fails, or has failed for this title within ten seconds; 503 without a key, or when too many wait
   */
  async of(kind: TitleKind, tmdbId: number, share: Share = SYSTEM_SHARE): Promise<TitleFacts | null> {
    const key = `${kind} ${tmdbId}`;
    const known = this.titles.get(key);
    if (known) return known;
    if (this.absences.get(key)) return null;
    const failure = this.failures.get(key);
    if (failure) throw failure;
    return this.lookups.run(key, () => this.few.run(() => this.lookUp(key, kind, tmdbId), share));
  }

  private async lookUp(key: string, kind: TitleKind, tmdbId: number): Promise<TitleFacts | null> {
    const call = (client: TmdbClient) => this.withOneRetry(() => readFacts(client, kind, tmdbId));
    const facts = await this.provider.ask(call).catch((fault: unknown) => {
      if (isWorthKeeping(fault)) this.failures.set(key, fault);
      throw fault;
    });
    if (facts) this.titles.set(key, facts);
    else this.absences.set(key, true);
    return facts;
  }

  private async withOneRetry<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (fault) {
      if (!(fault instanceof UpstreamError) || fault.kind !== 'rate_limited') throw fault;
      await this.clock.sleep(Math.min(fault.retryAfterMs ?? RETRY_MS, LONGEST_RETRY_MS));
      return call();
    }
  }
}

/** A missing or refused key fails at once, and must not delay the first lookup after another key has been stored. */
function isWorthKeeping(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.cause instanceof UpstreamError && fault.cause.kind !== 'unauthorized';
}

async function readFacts(client: TmdbClient, kind: TitleKind, tmdbId: number): Promise<TitleFacts | null> {
  if (kind === 'movie') {
    const film = await client.movieRatings(tmdbId);
    return film && factsOfFilm(film);
  }
  const series = await client.seriesRatings(tmdbId);
  return series && factsOfSeries(series);
}

import { Injectable } from '@nestjs/common';
import type { TmdbFilters } from '../../../clients/tmdb/tmdb.client.js';
import type { TmdbSeasonDetail, TmdbSeries } from '../../../clients/tmdb/tmdb-schemas.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService, browseKey } from '../provider/metadata-provider.service.js';
import { ProviderDetails } from '../provider/provider-details.js';
import {
  type ListedEpisode,
  type SeriesSummary,
  summariseEpisodes,
  summariseSeries,
} from '../provider/title-summary.js';

/** The provider may file a series under an id at any time. */
const FILED_TTL_MS = 5 * 60_000;
const MOST_FILED = 10_000;

/**
 * Reads series verbatim, the same for everyone. Pages are 1 to 500. Every method throws AppError 503 without a key, 502 when the provider
 * fails; failures are not cached.
 */
@Injectable()
export class SeriesMetadataService {
  private readonly series: ProviderDetails<number, TmdbSeries, SeriesSummary>;
  private readonly seasons: ProviderDetails<`${number}/${number}`, TmdbSeasonDetail, readonly ListedEpisode[]>;
  /** By the id of TheTVDB. */
  private readonly filed: TtlCache<number, number | null>;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    const shared = { provider, memory, clock, meter };
    this.series = new ProviderDetails({
      ...shared,
      plural: 'series',
      lookUp: (client, tmdbId) => client.series(tmdbId),
      summarise: summariseSeries,
    });
    this.seasons = new ProviderDetails({
      ...shared,
      plural: 'seasons',
      lookUp: (client, key) => {
        const [tmdbId, seasonNumber] = key.split('/').map(Number);
        return client.season(Number(tmdbId), Number(seasonNumber));
      },
      summarise: summariseEpisodes,
    });
    this.filed = new TtlCache({
      clock,
      ttlMs: FILED_TTL_MS,
      maxEntries: MOST_FILED,
      pool: memory,
      sizeOf: () => 0,
      meter: meter.cache('metadata.series-of-tvdb'),
    });
    provider.onKeyChanged(() => this.filed.clear());
  }

  popularSeries(page: number): Promise<RawJson> {
    return this.provider.page(`popular series ${page}`, (client) => client.popularSeries(page));
  }

  topRatedSeries(page: number): Promise<RawJson> {
    return this.provider.page(`top rated series ${page}`, (client) => client.topRatedSeries(page));
  }

  onTheAirSeries(page: number): Promise<RawJson> {
    return this.provider.page(`series on the air ${page}`, (client) => client.onTheAirSeries(page));
  }

  /** The filters have the provider's names; each combination is cached separately. */
  browseSeries(filters: TmdbFilters, page: number): Promise<RawJson> {
    return this.provider.page(browseKey('series', filters, page), (client) => client.discover('tv', filters, page));
  }

  /** With videos, credits, keywords, ids in other catalogs and content ratings; null when the provider affirms its absence. */
  seriesDetail(tmdbId: number): Promise<RawJson | null> {
    return this.series.json(tmdbId);
  }

  /**
   * With its episodes and their air dates, by the provider's own number, 0 for the specials; null when the provider affirms its absence.
   */
  seasonDetail(tmdbId: number, seasonNumber: number): Promise<RawJson | null> {
    return this.seasons.json(`${tmdbId}/${seasonNumber}`);
  }

  /** The episodes of the season, by number; null as for {@link seasonDetail}. */
  seasonEpisodes(tmdbId: number, seasonNumber: number): Promise<readonly ListedEpisode[] | null> {
    return this.seasons.summary(`${tmdbId}/${seasonNumber}`);
  }

  /** The series filed under an id of TheTVDB; null when the provider affirms that there is none, or names several. */
  tmdbIdOfTvdb(tvdbId: number): Promise<number | null> {
    return this.filed.fetch(tvdbId, async () => {
      const [only = null, another] = await this.provider.ask((client) => client.seriesOfTvdb(tvdbId));
      return another === undefined ? only : null;
    });
  }

  seriesSummary(tmdbId: number): Promise<SeriesSummary | null> {
    return this.series.summary(tmdbId);
  }
}

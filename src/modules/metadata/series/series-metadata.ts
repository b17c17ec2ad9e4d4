import { Injectable } from '@nestjs/common';
import type { TmdbSeries } from '../../../clients/tmdb/tmdb-schemas.js';
import { ProviderMemory } from '../../../core/cache/provider-memory.js';
import type { RawJson } from '../../../core/http/raw-json.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProvider } from '../provider/metadata-provider.js';
import { ProviderDetails } from '../provider/provider-details.js';
import { ProviderPages } from '../provider/provider-pages.js';
import { type SeriesSummary, summariseSeries } from './series-summary.js';

/**
 * What does the metadata provider say about series? Answers are kept and shared, verbatim and the same for everyone,
 * as those about films. Pages are 1 to 500.
 *
 * Every method throws AppError 503 when there is no key (and asks nothing of the provider), and 502 when the provider
 * fails; failures are not kept.
 */
@Injectable()
export class SeriesMetadata {
  private readonly series: ProviderDetails<number, TmdbSeries, SeriesSummary>;

  constructor(
    provider: MetadataProvider,
    private readonly pages: ProviderPages,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.series = new ProviderDetails({
      provider,
      memory,
      clock,
      meter,
      plural: 'series',
      lookUp: (client, tmdbId) => client.series(tmdbId),
      summarise: summariseSeries,
    });
  }

  /** Series that most people look at these days. */
  popularSeries(page: number): Promise<RawJson> {
    return this.pages.page(`popular series ${page}`, (client) => client.popularSeries(page));
  }

  /**
   * A series with its videos, credits, ids in other catalogs and content ratings per country; null when the provider
   * affirms its absence.
   */
  seriesDetail(tmdbId: number): Promise<RawJson | null> {
    return this.series.json(tmdbId);
  }

  /** Names, year, poster, TVDB id and seasons of a series; null when the provider affirms that there is none. */
  seriesSummary(tmdbId: number): Promise<SeriesSummary | null> {
    return this.series.summary(tmdbId);
  }
}

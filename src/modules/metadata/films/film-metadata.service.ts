import { Injectable } from '@nestjs/common';
import type { TmdbFilters, TrendingWindow } from '../../../clients/tmdb/tmdb.client.js';
import type { TmdbMovie } from '../../../clients/tmdb/tmdb-schemas.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService, browseKey } from '../provider/metadata-provider.service.js';
import { ProviderDetails } from '../provider/provider-details.js';
import { type FilmSummary, summariseFilm } from '../provider/title-summary.js';

/**
 * Reads films, and lists that mix them with series and people: the provider's JSON verbatim, the same for everyone. The caller's module
 * judges what a caller may see. Pages are 1 to 500. Every method throws AppError 503 without a key, 502 when the provider fails; failures
 * are not cached.
 */
@Injectable()
export class FilmMetadataService {
  private readonly films: ProviderDetails<number, TmdbMovie, FilmSummary>;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    clock: Clock,
    meter: Meter,
  ) {
    this.films = new ProviderDetails({
      provider,
      memory,
      clock,
      meter,
      plural: 'films',
      lookUp: (client, tmdbId) => client.movie(tmdbId),
      summarise: summariseFilm,
    });
  }

  /** Best match first. */
  searchMulti(query: string, page: number): Promise<RawJson> {
    return this.provider.page(`search titles ${page} ${query}`, (client) => client.searchMulti(query, page));
  }

  popularMovies(page: number): Promise<RawJson> {
    return this.provider.page(`popular films ${page}`, (client) => client.popularMovies(page));
  }

  topRatedMovies(page: number): Promise<RawJson> {
    return this.provider.page(`top rated films ${page}`, (client) => client.topRatedMovies(page));
  }

  nowPlayingMovies(page: number): Promise<RawJson> {
    return this.provider.page(`films in cinemas ${page}`, (client) => client.nowPlayingMovies(page));
  }

  /** The filters have the provider's names; each combination is cached separately. */
  browseMovies(filters: TmdbFilters, page: number): Promise<RawJson> {
    return this.provider.page(browseKey('films', filters, page), (client) => client.discover('movie', filters, page));
  }

  searchTerms(what: 'keyword' | 'company', query: string, page: number): Promise<RawJson> {
    return this.provider.page(`search ${what} ${page} ${query}`, (client) => client.searchTerms(what, query, page));
  }

  trending(window: TrendingWindow, page: number): Promise<RawJson> {
    return this.provider.page(`trending ${window} ${page}`, (client) => client.trendingAll(window, page));
  }

  /** A film with its videos, credits, keywords and release dates per country; null when the provider affirms its absence. */
  movieDetail(tmdbId: number): Promise<RawJson | null> {
    return this.films.json(tmdbId);
  }

  /** Title, year and poster of a film; null when the provider affirms that there is no such film. */
  filmSummary(tmdbId: number): Promise<FilmSummary | null> {
    return this.films.summary(tmdbId);
  }
}

import { Injectable } from '@nestjs/common';
import type { TmdbFilters, TrendingWindow } from '../../../clients/tmdb/tmdb.client.js';
import type { TmdbMovie } from '../../../clients/tmdb/tmdb-schemas.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import { ProviderDetails } from '../provider/provider-details.js';
import { browseKey, ProviderPagesService } from '../provider/provider-pages.service.js';
import { type FilmSummary, summariseFilm } from '../provider/title-summary.js';

/**
 * What does the metadata provider say about films, and in the lists that mix them with series and people? Its answers
 * are kept for the times of doc 4 §3.1, and callers who want the same at the same time share one call.
 *
 * Lists and details are the provider's JSON verbatim, the same for everyone: what a caller may see of them is for
 * the caller's module to judge. Pages are 1 to 500.
 *
 * Every method throws AppError 503 when there is no key (and asks nothing of the provider), and 502 when the provider
 * fails; failures are not kept.
 */
@Injectable()
export class FilmMetadataService {
  private readonly films: ProviderDetails<number, TmdbMovie, FilmSummary>;

  constructor(
    provider: MetadataProviderService,
    private readonly pages: ProviderPagesService,
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

  /** Films, series and people whose name matches, best match first. */
  searchMulti(query: string, page: number): Promise<RawJson> {
    return this.pages.page(`search titles ${page} ${query}`, (client) => client.searchMulti(query, page));
  }

  /** Films that most people look at these days. */
  popularMovies(page: number): Promise<RawJson> {
    return this.pages.page(`popular films ${page}`, (client) => client.popularMovies(page));
  }

  /** Films by the votes of all who voted, the best first. */
  topRatedMovies(page: number): Promise<RawJson> {
    return this.pages.page(`top rated films ${page}`, (client) => client.topRatedMovies(page));
  }

  /** Films that are in cinemas. */
  nowPlayingMovies(page: number): Promise<RawJson> {
    return this.pages.page(`films in cinemas ${page}`, (client) => client.nowPlayingMovies(page));
  }

  /** Films that fit all filters, which go by the provider's names and are kept apart from others. */
  browseMovies(filters: TmdbFilters, page: number): Promise<RawJson> {
    return this.pages.page(browseKey('films', filters, page), (client) => client.discover('movie', filters, page));
  }

  /** Keywords or companies whose name matches, with the ids that a browse takes. */
  searchTerms(what: 'keyword' | 'company', query: string, page: number): Promise<RawJson> {
    return this.pages.page(`search ${what} ${page} ${query}`, (client) => client.searchTerms(what, query, page));
  }

  /** Films, series and people that rose the most within the window. */
  trending(window: TrendingWindow, page: number): Promise<RawJson> {
    return this.pages.page(`trending ${window} ${page}`, (client) => client.trendingAll(window, page));
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

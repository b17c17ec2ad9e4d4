import type { PageQuery } from './discovery-query.js';

/** What a browse of either kind reads. Everything else is dropped. Source: doc 2 §4 Browse parameters. */
interface BrowseQuery extends PageQuery {
  /** Ids joined by commas, all of which must match, or by pipes, any of which may. */
  readonly with_genres?: string;
  /** @fraction */
  readonly 'vote_average.gte'?: number;
  /** 200 where nothing is said and the order is by rating. */
  readonly 'vote_count.gte'?: number;
  /** The code of a language, or several joined by pipes, any of which may match. A browse that names one is not cut to English. */
  readonly with_original_language?: string;
  /** Ids joined by commas or by pipes, as for genres. */
  readonly with_watch_providers?: string;
  /** Where the watch providers are to be had; the United States where nothing is said. */
  readonly watch_region?: string;
  /** Ids joined by commas: all must match. */
  readonly with_keywords?: string;
  /** Ids joined by pipes: any may match. */
  readonly with_companies?: string;
}

/** What a browse of films reads. */
export interface FilmBrowseQuery extends BrowseQuery {
  /** original_title, popularity, primary_release_date, revenue, title, vote_average or vote_count, with .asc or .desc. */
  readonly sort_by?: string;
  readonly primary_release_year?: number;
  /** YYYY-MM-DD. */
  readonly 'primary_release_date.gte'?: string;
  /** YYYY-MM-DD. */
  readonly 'primary_release_date.lte'?: string;
}

/** What a browse of series reads. */
export interface SeriesBrowseQuery extends BrowseQuery {
  /** first_air_date, name, original_name, popularity, vote_average or vote_count, with .asc or .desc. */
  readonly sort_by?: string;
  readonly first_air_date_year?: number;
  /** YYYY-MM-DD. */
  readonly 'first_air_date.gte'?: string;
  /** YYYY-MM-DD. */
  readonly 'first_air_date.lte'?: string;
}

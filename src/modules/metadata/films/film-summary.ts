import type { TmdbMovie } from '../../../clients/tmdb/tmdb-schemas.js';

/** What the rest of the house needs to know of a film. */
export interface FilmSummary {
  readonly tmdbId: number;
  readonly title: string;
  /** Year of the first release; null while the provider knows no date. */
  readonly year: number | null;
  /** Path below the provider's image host, with its leading slash. */
  readonly posterPath: string | null;
}

/** The summary of a film out of the provider's detail. */
export function summariseFilm(film: TmdbMovie): FilmSummary {
  return {
    tmdbId: film.id,
    title: film.title,
    year: yearOf(film.release_date),
    posterPath: film.poster_path || null,
  };
}

/** The provider writes an unknown date as "" or null. */
function yearOf(date: string | null | undefined): number | null {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(date ?? '')?.[1];
  return year === undefined ? null : Number(year);
}

import type { TmdbMovie } from '../../../clients/tmdb/tmdb-schemas.js';
import { yearOf } from '../provider/provider-day.js';

/** What other modules need to know of a film. */
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

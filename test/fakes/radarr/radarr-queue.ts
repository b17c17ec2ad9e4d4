import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { queueRowFields, type ServarrStoredRow } from '../servarr/servarr-queue.js';
import { movieResource, releaseNameOf, type RadarrFilm, type RadarrStoredMovie } from './radarr-film.js';
import { WEB } from './radarr-fixed-answers.js';

/** A row of the fake's download queue. */
export interface RadarrStoredRow extends ServarrStoredRow {
  /** Null for a download that Radarr can't match with a film. */
  readonly movie: RadarrStoredMovie | null;
}

export const queueTitleOf = (film: RadarrFilm | null): string => (film ? releaseNameOf(film) : 'Unknown.Release-DEMO');

/** A row as Radarr writes it. */
export function queueResource(row: RadarrStoredRow, includeMovie: boolean): Fields {
  return withoutNulls({
    ...queueRowFields(row, WEB, '/downloads/radarr'),
    movieId: row.movie?.id,
    movie: includeMovie && row.movie ? movieResource(row.movie.film, row.movie) : null,
  });
}

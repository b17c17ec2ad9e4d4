import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { idsIn, queryList, tooManyIds, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { NumberedTitle } from '../watch/watch-many.service.js';

/** Which titles somebody wants to watch: at least one, and at most 40 together. */
export interface WatchManyQuery {
  /** The metadata provider's ids of films, separated by commas; at most 40 with those of series. */
  readonly movies?: string;
  /** The metadata provider's ids of series, separated by commas; at most 40 with those of films. */
  readonly series?: string;
}

const MOST_IDS = 40;

/** Films first, each title once. @throws AppError 400 for none, for more than 40, and for what is no id */
export function askedTitlesOf(query: UnvalidatedQuery<WatchManyQuery>): readonly NumberedTitle[] {
  const [movies, series] = [listOf('movies', query.movies), listOf('series', query.series)];
  const count = movies.length + series.length;
  if (count === 0) throw badRequest('title_ids_required', 'movies or series required');
  if (count > MOST_IDS) throw tooManyIds(MOST_IDS);
  return [
    ...idsIn('movies', movies, LARGEST_ROW_ID).map((tmdbId) => ({ type: 'movie', tmdbId }) as const),
    ...idsIn('series', series, LARGEST_ROW_ID).map((tmdbId) => ({ type: 'tv', tmdbId }) as const),
  ];
}

const listOf = (name: string, value: unknown): readonly string[] => queryList(name, value, MOST_IDS);

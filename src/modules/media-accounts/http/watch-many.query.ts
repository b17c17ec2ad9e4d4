import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { NumberedTitle } from '../watch/watch-many.service.js';

/** Which titles somebody wants to watch: at least one, and at most 40 together. */
export interface WatchManyQuery {
  /** The metadata provider's ids of films, separated by commas; at most 40 with those of series. */
  readonly movies?: string;
  /** The metadata provider's ids of series, separated by commas; at most 40 with those of films. */
  readonly series?: string;
}

const MOST_IDS = 40;
const LARGEST_ID = 2_147_483_647;

/** Films first, each title once. @throws AppError 400 for none, for more than 40, and for what is no id */
export function askedTitlesOf(query: UnvalidatedQuery<WatchManyQuery>): readonly NumberedTitle[] {
  const [movies, series] = [wordsOf('movies', query.movies), wordsOf('series', query.series)];
  const count = movies.length + series.length;
  if (count === 0) throw badRequest('title_ids_required', 'movies or series required');
  // What is repeated counts as well: no id is left out in silence.
  if (count > MOST_IDS) throw badRequest('too_many_ids', `at most ${MOST_IDS} ids`, { most: MOST_IDS });
  return [
    ...idsOf('movies', movies).map((tmdbId) => ({ type: 'movie', tmdbId }) as const),
    ...idsOf('series', series).map((tmdbId) => ({ type: 'tv', tmdbId }) as const),
  ];
}

const wordsOf = (name: string, value: unknown): readonly string[] =>
  queryWord(name, value)?.split(',', MOST_IDS + 1) ?? [];

function idsOf(name: string, words: readonly string[]): readonly number[] {
  const isId = (word: string): boolean => /^[1-9]\d{0,9}$/.test(word) && Number(word) <= LARGEST_ID;
  if (!words.every(isId)) throw badRequest('not_ids', `${name} must be ids, separated by commas`, { name });
  return [...new Set(words.map(Number))];
}

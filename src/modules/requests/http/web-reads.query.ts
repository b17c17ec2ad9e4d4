import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { AskedPage } from '../status/own-request-pages.service.js';

/** The parameters of GET /api/requests. With either of them the answer is a page. */
export interface OwnRequestsQuery {
  /** 1 to 100; 50 by default. */
  readonly limit?: number;
  /** Only requests that follow this one: the `request_id` of the last one of the page before. */
  readonly before?: number;
}

/** The parameters of GET /api/requests/statuses: at least one id, and at most 100 together. */
export interface TitleStatusesQuery {
  /** Ids of films, separated by commas. */
  readonly movies?: string;
  /** Ids of series, separated by commas. */
  readonly series?: string;
}

const MOST_ROWS = 100;
const USUAL_ROWS = 50;
const MOST_IDS = 100;
const NUMBER = /^[1-9]\d{0,9}$/;

/**
 * The page that is asked for; null for the whole list.
 *
 * @throws AppError 400 naming the parameter
 */
export function ownPage(query: UnvalidatedQuery<OwnRequestsQuery>): AskedPage | null {
  const [limit, before] = [positive('limit', query.limit), positive('before', query.before)];
  if (limit === undefined && before === undefined) return null;
  if (limit !== undefined && limit > MOST_ROWS) throw badRequest(`limit must be 1 to ${MOST_ROWS}`);
  return { limit: limit ?? USUAL_ROWS, ...(before === undefined ? {} : { before: Math.min(before, LARGEST_ROW_ID) }) };
}

/**
 * The films and series whose status is asked for, each once.
 *
 * @throws AppError 400 for none, for more than a hundred, and for what is no id
 */
export function askedStatuses(query: UnvalidatedQuery<TitleStatusesQuery>): {
  readonly movies: readonly number[];
  readonly series: readonly number[];
} {
  const [movies, series] = [ids('movies', query.movies), ids('series', query.series)];
  const count = movies.length + series.length;
  if (count === 0) throw badRequest('movies or series required');
  if (count > MOST_IDS) throw badRequest(`at most ${MOST_IDS} ids`);
  return { movies, series };
}

function positive(name: string, value: unknown): number | undefined {
  const word = queryWord(name, value);
  if (word === undefined) return undefined;
  if (!NUMBER.test(word)) throw badRequest(`${name} must be a positive number`);
  return Number(word);
}

function ids(name: string, value: unknown): readonly number[] {
  const words = queryWord(name, value)?.split(',', MOST_IDS + 1) ?? [];
  if (!words.every((word) => NUMBER.test(word))) throw badRequest(`${name} must be ids, separated by commas`);
  return [...new Set(words.map(Number))];
}

import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { bookKey, isBookId } from '../books/book-selection.js';
import type { AskedPage } from '../status/own-request-pages.service.js';
import { FOREIGN_ID } from './request.body.js';

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
  /** Release groups of albums, separated by commas. */
  readonly albums?: string;
  /** Native ids of books, separated by commas. */
  readonly books?: string;
}

const MOST_ROWS = 100;
const USUAL_ROWS = 50;
const MOST_IDS = 100;

const tooManyIds = (): AppError => badRequest(`at most ${MOST_IDS} ids`);
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

/** The titles whose status is asked for, each once. */
export interface AskedStatuses {
  readonly movies: readonly number[];
  readonly series: readonly number[];
  /** Their keys by the ids that were sent; undefined where albums weren't asked for. */
  readonly albums: ReadonlyMap<string, string> | undefined;
  /** As for albums. */
  readonly books: ReadonlyMap<string, string> | undefined;
}

/**
 * The titles whose status is asked for.
 *
 * @throws AppError 400 for none, for more than a hundred, and for what is no id
 */
export function askedStatuses(query: UnvalidatedQuery<TitleStatusesQuery>): AskedStatuses {
  const [movies, series] = [ids('movies', query.movies), ids('series', query.series)];
  const albums = keysById('albums', query.albums, (id) => (FOREIGN_ID.test(id) ? id.toLowerCase() : null));
  const books = keysById('books', query.books, (id) => (FOREIGN_ID.test(id) && isBookId(id) ? bookKey(id) : null));
  const count = movies.length + series.length + (albums?.size ?? 0) + (books?.size ?? 0);
  if (count === 0) throw badRequest('movies, series, albums or books required');
  if (count > MOST_IDS) throw tooManyIds();
  return { movies, series, albums, books };
}

function positive(name: string, value: unknown): number | undefined {
  const word = queryWord(name, value);
  if (word === undefined) return undefined;
  if (!NUMBER.test(word)) throw badRequest(`${name} must be a positive number`);
  return Number(word);
}

function wordsOf(name: string, value: unknown): readonly string[] {
  const words = queryWord(name, value)?.split(',', MOST_IDS + 1) ?? [];
  // What is repeated counts as well: no id is left out in silence.
  if (words.length > MOST_IDS) throw tooManyIds();
  return words;
}

function keysById(
  name: string,
  value: unknown,
  keyOf: (id: string) => string | null,
): ReadonlyMap<string, string> | undefined {
  const words = wordsOf(name, value);
  const keys = words.map((id) => {
    const key = keyOf(id);
    if (key === null) throw badRequest(`${name} must be ids, separated by commas`);
    return [id, key] as const;
  });
  return keys.length === 0 ? undefined : new Map(keys);
}

function ids(name: string, value: unknown): readonly number[] {
  const words = wordsOf(name, value);
  if (!words.every((word) => NUMBER.test(word))) throw badRequest(`${name} must be ids, separated by commas`);
  return [...new Set(words.map(Number))];
}

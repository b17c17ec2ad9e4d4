import { badRequest } from '../../../core/errors/app-error.js';
import type { SeriesSort } from '../books/book-series.js';
import type { CreatorSort } from '../digests/creators.js';

/** The parameters of a list of what a library has. */
export interface ListedQuery {
  /** The caller's default library when left out. */
  readonly instance_id?: string;
}

/** The parameters of a list of recent arrivals. */
export interface RecentQuery extends ListedQuery {
  /** 1 to 50; 20 by default. */
  readonly limit?: number;
}

/** The parameters of a list of artists. */
export interface SortedQuery extends ListedQuery {
  /** `albums` by default, and for any other word: those of whom most is on disk first. */
  readonly sort?: 'albums' | 'name' | 'added';
}

/** The parameters of a list of authors. */
export interface AuthorsQuery extends ListedQuery {
  /** `books` by default, and for any other word: those of whom most is on disk first. */
  readonly sort?: 'books' | 'name' | 'added';
}

/** The parameters of a list of series. */
export interface SeriesQuery extends ListedQuery {
  /** `books` by default, and for any other word: those with most on disk first. */
  readonly sort?: 'books' | 'name';
}

/** The parameters of an author's page. */
export interface AuthorQuery extends ListedQuery {
  /** The author's id, as the library names it. */
  readonly foreign_id: string;
}

/** The parameters of a page of a series. */
export interface SeriesNameQuery extends ListedQuery {
  /** The whole name, as the library writes it. */
  readonly name: string;
}

/** The parameters of an artist's page. */
export interface ArtistQuery extends ListedQuery {
  /** The artist's id. */
  readonly foreign_id: string;
}

const DEFAULT_RECENT = 20;
const MOST_RECENT = 50;

/**
 * How many recent arrivals are wanted; more than 50 are cut to 50.
 *
 * @throws AppError 400 for anything but a positive whole number. Source: doc 4 section 2
 */
export function limitOf(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_RECENT;
  if (typeof value !== 'string' || !/^[1-9]\d{0,8}$/.test(value))
    throw badRequest('not_positive', 'limit must be a positive number', { name: 'limit' });
  return Math.min(Number(value), MOST_RECENT);
}

/** The order of creators; an unknown word means the default. */
export const sortOf = (value: unknown): CreatorSort => (value === 'name' || value === 'added' ? value : 'titles');

/** The order of series; an unknown word means the default. */
export const seriesSortOf = (value: unknown): SeriesSort => (value === 'name' ? value : 'titles');

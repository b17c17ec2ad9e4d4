import type { TrendingWindow } from '../../metadata/metadata.public.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { countryOf } from '../browse/browse-query.js';

/** What every list of titles reads. */
export interface PageQuery {
  /** 1 to 500; a page beyond them is the nearest of them. The first where none is named. */
  readonly page?: number;
}

/** What a search reads. */
export interface SearchQuery extends PageQuery {
  /** 1 to 500 characters. */
  readonly query: string;
}

/** What the trending titles read. */
export interface TrendingQuery extends PageQuery {
  /** A day where nothing is said. */
  readonly time_window?: TrendingWindow;
}

/** What a list of watch providers reads. */
export interface RegionQuery {
  /** The code of a country, of two letters; the United States where nothing is said. */
  readonly region?: string;
}

const FIRST_PAGE = 1;
const LAST_PAGE = 500;
const LONGEST_SEARCH = 500;
const DEFAULT_REGION = 'US';

/**
 * Which page does the caller get? 1 where none is named; any whole number is clamped to 1 to 500.
 * Source: doc 2 §4, Movies and TV.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 for what is not a whole number
 */
export function pageOf(value: unknown): number {
  if (value === undefined) return FIRST_PAGE;
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) throw badRequest('invalid page');
  return Math.min(Math.max(Number(value), FIRST_PAGE), LAST_PAGE);
}

/**
 * What does the caller search for? Surrounding space means nothing.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 when it is missing, blank, repeated, or longer than 500 characters. Source: doc 4 §3.1
 */
export function searchTextOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw badRequest('query parameter required');
  if (text.length > LONGEST_SEARCH) throw badRequest(`query must be at most ${LONGEST_SEARCH} characters`);
  return text;
}

/**
 * Over which span is trending asked for? A day where none is named. Source: doc 4 §3.1.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 for anything but `day` and `week`
 */
export function trendingWindowOf(value: unknown): TrendingWindow {
  if (value === undefined) return 'day';
  if (value === 'day' || value === 'week') return value;
  throw badRequest('time_window must be day or week');
}

/**
 * Where is something to be had? In the United States where nothing is named. Source: doc 4 §3.1.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 for what is no code of a country
 */
export function regionOf(value: unknown): string {
  if (value === undefined || value === '') return DEFAULT_REGION;
  const region = typeof value === 'string' ? countryOf(value) : undefined;
  if (region === undefined) throw badRequest('region must be the code of a country, of two letters');
  return region;
}

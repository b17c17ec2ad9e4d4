import { badRequest } from '../../../core/errors/app-error.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { PageQuery } from './discovery-query.js';

/** Which titles a feed of the list provider is asked for. */
export interface ListTypeQuery {
  /** Films where nothing is said. */
  readonly type?: 'movies' | 'shows';
}

/** A page of such a feed. */
export interface ListFeedQuery extends ListTypeQuery, PageQuery {}

/** What the calendar reads. */
export interface CalendarQuery extends ListTypeQuery {
  /** How many days, today among them: 1 to 31, and 14 where nothing is said. */
  readonly days?: number;
}

const USUAL_DAYS = 14;
const MOST_DAYS = 31;

/** One segment of a path, of characters that mean themselves, and no step. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

/**
 * Films or series? Films where nothing is said. Source: doc 4 §3.4.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 for anything but `movies` and `shows`
 */
export function listTypeOf(value: unknown): TitleKind {
  if (value === undefined || value === 'movies') return 'movie';
  if (value === 'shows') return 'tv';
  throw badRequest('type must be movies or shows');
}

/**
 * How many days does the calendar show? 14 where nothing is said. Source: doc 4 §3.4.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 for anything but a whole number from 1 to 31
 */
export function calendarDaysOf(value: unknown): number {
  if (value === undefined) return USUAL_DAYS;
  const days = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (days < 1 || days > MOST_DAYS) throw badRequest(`days must be a whole number from 1 to ${MOST_DAYS}`);
  return days;
}

/**
 * The name of a person or of a list at the list provider. Security 7: it becomes a segment of an address.
 *
 * @param what what it names, for the text of the refusal
 * @throws AppError 400 for anything but 1 to 100 letters, digits, dashes, underscores and dots, not led by a dot
 */
export function listSegmentOf(what: 'user' | 'slug', value: unknown): string {
  if (typeof value === 'string' && SEGMENT.test(value)) return value;
  throw badRequest(`invalid ${what}`);
}

import { badRequest } from '../../../core/errors/app-error.js';
import type { MediaType } from '../saved/request-row.entity.js';

/** Which kind of title, in which library. */
export interface LibraryQuery {
  /** `movie` where nothing is said. */
  readonly media_type?: MediaType;
  /** The caller's default library where none is named. */
  readonly instance_id?: string;
}

/**
 * A switch in a query.
 *
 * @throws AppError 400 naming it, for anything but `true`, `false` or nothing
 */
export function queryFlag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw badRequest(`${name} must be true or false`);
}

/**
 * A word in a query that may be left out.
 *
 * @throws AppError 400 naming it, when it is given more than once
 */
export function queryWord(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest(`${name} was given more than once`);
  return value;
}

/**
 * The kind of media that is asked about; films when nothing is said.
 *
 * @throws AppError 400 for another kind than this version serves. Source: doc 4 section 1.5
 */
export function queryMediaType(value: unknown): MediaType {
  const word = queryWord('media_type', value) ?? 'movie';
  if (word === 'movie' || word === 'tv') return word;
  throw badRequest('media_type must be movie or tv: books and music are not served by this version');
}

import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord } from '../../../core/http/query-flags.js';
import type { MediaType } from '../saved/request-row.entity.js';

/** Which kind of title, in which library. */
export interface LibraryQuery {
  /** `movie` where nothing is said. */
  readonly media_type?: MediaType;
  /** The caller's default library where none is named. */
  readonly instance_id?: string;
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

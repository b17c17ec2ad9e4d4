import { badRequest } from '../../../core/errors/app-error.js';

/** What every route of books and music reads. */
export interface InstanceQuery {
  /** The instance to browse with, at most 64 characters; the caller's default where none is named. */
  readonly instance_id?: string;
}

const LONGEST = 64;

/**
 * With which instance does the caller want to browse? Undefined where none is named, which an empty text is too.
 *
 * @param value the query parameter as it came
 * @throws AppError 400 when it is repeated or longer than an id can be
 */
export function instanceIdOf(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badRequest('instance_id was given more than once');
  if (value.length > LONGEST) throw badRequest('instance_id is too long');
  return value;
}

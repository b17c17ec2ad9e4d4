import { UpstreamError } from '../../core/errors/upstream-error.js';

/**
 * Did a manager refuse to add something because its library has it? Usually a validator says so (400); when two
 * additions race, the unique key of its table does (409). Source: arr-common, error bodies.
 *
 * @param addition operation of the call that adds: `movie.add`
 * @param validator name of the validator that objects: `MovieExistsValidator`
 */
export function isAlreadyThere(error: unknown, addition: string, validator: string): boolean {
  if (!(error instanceof UpstreamError) || error.operation !== addition) return false;
  return error.status === 409 || error.refusals.includes(validator);
}

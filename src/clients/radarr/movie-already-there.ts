import { UpstreamError } from '../../core/errors/upstream-error.js';

/**
 * Did Radarr refuse to add a film because its library has it? Usually the validator says so (400); when two additions
 * race, the unique key of its table does (409).
 */
export function isMovieAlreadyThere(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || error.operation !== 'movie.add') return false;
  return error.status === 409 || error.refusals.includes('MovieExistsValidator');
}

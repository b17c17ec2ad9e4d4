import { notFound } from '../../../core/errors/app-error.js';

/**
 * What there is.
 *
 * @throws AppError 404 where the provider has affirmed that there is nothing
 */
export function present<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

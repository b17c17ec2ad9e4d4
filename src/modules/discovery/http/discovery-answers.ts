import { notFound } from '../../../core/errors/app-error.js';

/** The refusals of a list of the provider. */
export const LIST_REFUSALS = {
  502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
  503: 'No key for the metadata provider is stored, or the preferences or the limits of a kids account can not be read.',
} as const;

/** The refusals of an entry that the provider may not have. */
export const DETAIL_REFUSALS = {
  404: 'The metadata provider has no such entry, or it is outside the limits of a kids account.',
  ...LIST_REFUSALS,
} as const;

/** The refusals of a list that no limit applies to. */
export const REFERENCE_REFUSALS = {
  502: 'The metadata provider failed.',
  503: 'No key for the metadata provider is stored.',
} as const;

/**
 * What there is.
 *
 * @throws AppError 404 where the provider has affirmed that there is nothing
 */
export function present<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

/** The refusals of every route that browses music. */
export const BROWSE_REFUSALS = {
  400: 'There is no such music manager.',
  401: 'The session has ended meanwhile.',
  403: 'The caller may not browse with this music manager, or with any.',
} as const;

/** 503, beside what is said of it everywhere. Source: security 35. */
export const TOO_MANY_WAIT =
  'Too many calls wait for the provider, of this account or of all. Try again after `Retry-After` seconds.';

/** The refusals of the cover of an album, EP or single. */
export const COVER_REFUSALS = {
  ...BROWSE_REFUSALS,
  400: 'The id is no UUID, or there is no such music manager.',
  404: 'There is no cover.',
  502: 'The archive of covers failed, or what it answered is no picture.',
  503: TOO_MANY_WAIT,
} as const;

import { notFound } from '../../../core/errors/app-error.js';

export const LIST_REFUSALS = {
  502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
  503: 'No key for the metadata provider is stored, or the preferences or the limits of a kids account can not be read.',
} as const;

export const DETAIL_REFUSALS = {
  404: 'The metadata provider has no such entry, or it is outside the limits of a kids account.',
  ...LIST_REFUSALS,
} as const;

export const REFERENCE_REFUSALS = {
  502: 'The metadata provider failed.',
  503: 'No key for the metadata provider is stored.',
} as const;

/** @throws AppError 404 where the provider has affirmed that there is nothing */
export function present<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

export const BROWSE_REFUSALS = {
  400: 'There is no such music manager.',
  401: 'The session has ended meanwhile.',
  403: 'The caller may not browse with this music manager, or with any.',
} as const;

export const TOO_MANY_WAIT =
  'Too many calls wait for the provider, of this account or of all. Try again after `Retry-After` seconds.';

export const COVER_REFUSALS = {
  ...BROWSE_REFUSALS,
  400: 'The id is no UUID, or there is no such music manager.',
  404: 'There is no cover.',
  502: 'The archive of covers failed, or what it answered is no picture.',
  503: TOO_MANY_WAIT,
} as const;

/** What whoever browses music may be refused with, whatever they ask for. */
export const BROWSE_REFUSALS = {
  400: 'There is no such music manager.',
  401: 'The session has ended meanwhile.',
  403: 'The caller may not browse with this music manager, or with any.',
} as const;

/** 503, beside what is said of it everywhere. Source: security 35. */
export const TOO_MANY_WAIT =
  'Too many calls wait for the provider, of this account or of all. Try again after `Retry-After` seconds.';

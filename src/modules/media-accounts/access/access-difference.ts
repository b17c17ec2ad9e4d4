import { isDeepStrictEqual } from 'node:util';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import type { LibrarySelection } from '../servers/media-server.js';
import type { WantedAccess } from './wanted-access.js';

/**
 * Is there something to write? What should be is compared with what the server has confirmed, and nobody is asked.
 * `access_sync_pending` is exactly this. The order of libraries decides nothing.
 */
export function differs(wanted: WantedAccess, confirmed: ConfirmedAccess): boolean {
  if (wanted.access === 'untouched') return false;
  if (wanted.access !== confirmed.access) return true;
  if (wanted.access === 'off') return false;
  if (!isDeepStrictEqual(wanted.limits, confirmed.limits)) return true;
  return !wanted.keepsLibraries && !isSameSelection(wanted.libraries, confirmed.libraries);
}

/** What is confirmed once the server has taken what was wanted. What is off keeps its libraries and limits. */
export function confirmedBy(wanted: WantedAccess, before: ConfirmedAccess): ConfirmedAccess {
  if (wanted.access === 'untouched') return before;
  if (wanted.access === 'off') return { ...before, access: 'off' };
  const { libraries, keepsLibraries, limits } = wanted;
  return { access: 'on', libraries: keepsLibraries ? before.libraries : libraries, limits };
}

/**
 * Has the account been given what is wanted before? What an invitation carries that waits at the hub can't be read: where
 * nothing is known of it, as once a lost answer was settled, it is taken to carry the libraries, and never age limits.
 */
export function isAsConfirmed(
  { libraries, keepsLibraries, limits }: Extract<WantedAccess, { readonly access: 'on' }>,
  confirmed: ConfirmedAccess,
): boolean {
  if (!isDeepStrictEqual(limits, confirmed.limits)) return false;
  return keepsLibraries || confirmed.libraries === null || isSameSelection(libraries, confirmed.libraries);
}

function isSameSelection(one: LibrarySelection, other: LibrarySelection | null): boolean {
  if (one === 'all' || other === 'all' || other === null) return one === other;
  const [some, others] = [new Set(one), new Set(other)];
  return some.size === others.size && [...some].every((id) => others.has(id));
}

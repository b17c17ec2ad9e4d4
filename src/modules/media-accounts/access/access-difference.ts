import { isDeepStrictEqual } from 'node:util';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import type { LibrarySelection } from '../servers/media-server.js';
import type { WantedAccess } from './wanted-access.js';

/**
 * Is there something to write? What should be is compared with what the server has confirmed, and nobody is asked.
 * `access_sync_pending` is exactly this. The order of libraries decides nothing.
 *
 * @param isInvitation does the account wait at the hub for an answer? Libraries of which nothing is known can be read, and
 *   compared, once it is accepted
 */
export function differs(wanted: WantedAccess, confirmed: ConfirmedAccess, isInvitation = false): boolean {
  if (wanted.access === 'untouched') return false;
  if (wanted.access !== confirmed.access) return true;
  if (wanted.access === 'off') return false;
  if (!isDeepStrictEqual(wanted.limits, confirmed.limits)) return true;
  if (wanted.keepsLibraries || (isInvitation && confirmed.libraries === null)) return false;
  return !isSameSelection(wanted.libraries, confirmed.libraries);
}

/**
 * What is confirmed once the server has taken what was wanted. What is off keeps its libraries and limits.
 *
 * @param isInvitation does it wait at the hub? What it carries can't be read, so where nothing was known of its libraries,
 *   nothing is
 */
export function confirmedBy(wanted: WantedAccess, before: ConfirmedAccess, isInvitation = false): ConfirmedAccess {
  if (wanted.access === 'untouched') return before;
  if (wanted.access === 'off') return { ...before, access: 'off' };
  const { libraries, keepsLibraries, limits } = wanted;
  const isUnread = isInvitation && before.libraries === null;
  return { access: 'on', libraries: keepsLibraries || isUnread ? before.libraries : libraries, limits };
}

/**
 * May an invitation that waits at the hub stay as it is? What it carries can't be read. Where nothing is known of it, as once a
 * lost answer was settled, it isn't sent a second time for its libraries, which are compared once it is accepted; for age
 * limits it is.
 */
export function isAsConfirmed(
  { libraries, keepsLibraries, limits }: Extract<WantedAccess, { readonly access: 'on' }>,
  confirmed: ConfirmedAccess,
): boolean {
  if (!isDeepStrictEqual(limits, confirmed.limits)) return false;
  return keepsLibraries || confirmed.libraries === null || isSameSelection(libraries, confirmed.libraries);
}

/** The same libraries? Those of which nothing is known are the same as none. */
export function isSameSelection(one: LibrarySelection, other: LibrarySelection | null): boolean {
  if (one === 'all' || other === 'all' || other === null) return one === other;
  const [some, others] = [new Set(one), new Set(other)];
  return some.size === others.size && [...some].every((id) => others.has(id));
}

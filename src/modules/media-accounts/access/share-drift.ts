import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { isSameSelection } from './access-difference.js';
import type { ReviewedLink } from './access-review.service.js';

/**
 * What is confirmed of a share at the hub, now that somebody has read it; null where that is what it was. What its owner has
 * shared by hand beside us stands there until it is read, and differs from what should be from then on.
 *
 * Accounts of other servers are administered there, person by person: what was changed by hand stays until something changes here.
 */
export function driftOf(
  { server, wanted, isPending, account }: Pick<ReviewedLink, 'server' | 'wanted' | 'isPending' | 'account'>,
  seen: RemoteAccount,
): ConfirmedAccess | null {
  const isOurs = server.serviceType === 'hub' && wanted.access === 'on' && !wanted.keepsLibraries;
  // An invitation that waits, and what differs already, is nothing new.
  if (!isOurs || isPending || seen.isPending) return null;
  // Unreadable is unknown: neither the same nor something else.
  if (seen.libraries === null || isSameSelection(wanted.libraries, seen.libraries)) return null;
  return { ...account.confirmed, libraries: seen.libraries };
}

import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { ReviewedLink } from './access-review.service.js';
import { LEASE_MS, LONGEST_WAIT_MS } from './access-times.js';
import { isAhead } from './moment-ahead.js';

/**
 * Is a link to be worked on now? It is where something differs, and where an administrator's account is to be looked at
 * again. A wait or a lease that lasts longer than any can was written before the clock was set back, and is over.
 */
export function isDue({ account, isPending }: ReviewedLink, now: number): boolean {
  if (!isPending && !isLookedAt(account)) return false;
  return !isAhead(account.nextAttemptAt, now, LONGEST_WAIT_MS) && !isAhead(account.leaseUntil, now, LEASE_MS);
}

/** Links that were never tried come first, then those that have waited longest. */
export const byWaiting = ({ account: one }: ReviewedLink, { account: other }: ReviewedLink): number =>
  (one.nextAttemptAt ?? 0) - (other.nextAttemptAt ?? 0) || one.id - other.id;

/** The account of an administrator there may be somebody else's one day, and follows grants again then. */
const isLookedAt = ({ manageAccess, isAdministrator }: MediaAccount): boolean => manageAccess && isAdministrator;

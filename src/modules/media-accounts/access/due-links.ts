import { LeasedRows, stillLasts } from '../../../core/work/leased-rows.js';
import { MediaAccountRow } from '../accounts/media-account.entity.js';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { ReviewedLink } from './access-review.service.js';
import { LONGEST_WAIT_MS } from './after-attempt.js';

/** One try at a time has a link. Its lease is extended while it goes on; a killed process leaves it for 30 s. */
export const LINK_LEASES = new LeasedRows(MediaAccountRow, 30_000);

/**
 * Is a link to be worked on now? It is where something differs, and where an administrator's account is to be looked at
 * again. A wait or a lease that lasts longer than any can was written before the clock was set back, and is over.
 */
export function isDue({ account, isPending }: ReviewedLink, now: number): boolean {
  if (!isPending && !isLookedAt(account)) return false;
  return !stillLasts(account.nextAttemptAt, now, LONGEST_WAIT_MS) && LINK_LEASES.isFree(account, now);
}

/** Links that were never tried come first, then those that have waited longest. */
export const byWaiting = ({ account: one }: ReviewedLink, { account: other }: ReviewedLink): number =>
  (one.nextAttemptAt ?? 0) - (other.nextAttemptAt ?? 0) || one.id - other.id;

/** The account of an administrator there may be somebody else's one day, and follows grants again then. */
const isLookedAt = ({ manageAccess, isAdministrator }: MediaAccount): boolean => manageAccess && isAdministrator;

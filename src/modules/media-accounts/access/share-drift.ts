import type { ConfirmedAccess } from '../accounts/media-accounts.repository.js';
import { filtersKeep } from '../servers/hub-limits.js';
import type { RankedLimits, RemoteAccount } from '../servers/media-server.js';
import { isSameSelection } from './wanted-access.js';
import type { ReviewedLink } from './access-review.service.js';

export type SharedLink = Pick<ReviewedLink, 'server' | 'wanted' | 'isPending' | 'account'>;

/**
 * What is confirmed of a share at the hub, now that somebody has read it; null where that is what it was. What its owner has
 * changed by hand beside us, libraries and the filters that keep the age limits of a child, differs from what should be from
 * then on. What can't be read, or can't be compared, is neither the same nor something else: it comes into doubt, and is read
 * once more by the job.
 *
 * Accounts of other servers are administered there, person by person: what was changed by hand stays until something changes
 * here.
 * @param ranked the limits that should be, with the ratings within them; null where these aren't at hand: then filters that can
 *   be read aren't compared
 */
export function driftOf(
  { server, wanted, isPending, account }: SharedLink,
  seen: RemoteAccount,
  ranked: RankedLimits | null,
): ConfirmedAccess | null {
  if (server.serviceType !== 'hub' || wanted.access !== 'on') return null;
  // An invitation that waits, and what differs already, is nothing new.
  if (isPending || seen.isPending) return null;
  const { confirmed, limitsBefore } = account;
  const hasLibraries = wanted.keepsLibraries || isSame(wanted.libraries, seen.libraries);
  const hasLimits = wanted.limits === null || haveLimits(ranked, seen.limitsNow, limitsBefore);
  if (hasLibraries === true && hasLimits === true) return null;
  return {
    access: hasLibraries === null || hasLimits === null ? null : confirmed.access,
    libraries: hasLibraries === false ? seen.libraries : confirmed.libraries,
    limits: hasLimits === false ? null : confirmed.limits,
  };
}

const isSame = (wanted: Parameters<typeof isSameSelection>[0], now: RemoteAccount['libraries']): boolean | null =>
  now === null ? null : isSameSelection(wanted, now);

const haveLimits = (ranked: RankedLimits | null, now: string | null, before: string | null): boolean | null =>
  ranked === null && now !== null ? true : ranked && filtersKeep(ranked, now, before);

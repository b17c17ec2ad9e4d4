import type { ConfirmedAccess } from '../accounts/media-accounts.repository.js';
import { filtersKeep } from '../servers/hub-limits.js';
import type { RankedLimits, RemoteAccount } from '../servers/media-server.js';
import { isSameSelection } from './wanted-access.js';
import type { ReviewedLink } from './access-review.service.js';

export type SharedLink = Pick<ReviewedLink, 'server' | 'wanted' | 'isPending' | 'account'>;

/**
 * What is confirmed of a share at the hub, now that it was read; null for no change. What its owner has changed by hand differs from what
 * should be. What can't be read or compared comes into doubt, and the job reads it once more. On other servers what was changed by hand
 * stays until something changes here.
 * @param ranked null where the ratings aren't at hand: then filters that can be read aren't compared
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

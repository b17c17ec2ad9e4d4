import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../../core/access/permissions.js';
import type { MediaServerType } from '../../instances/instances.public.js';
import { DEFAULT_POLICY, type LibraryPolicy } from '../accounts/library-policy.js';
import type { ConfirmedAccess } from '../accounts/media-accounts.repository.js';
import type { AgeLimits, LibrarySelection } from '../servers/media-server.js';

export interface AccessFacts {
  readonly serverType: MediaServerType;
  readonly role: Role | null;
  readonly granted: boolean;
  readonly manageAccess: boolean;
  readonly isAdministrator: boolean;
  readonly managesLibraries: boolean;
  /** The libraries of the instance; empty for all. */
  readonly instanceLibraryIds: readonly string[];
  readonly policy: LibraryPolicy | null;
  readonly limits: AgeLimits | null;
}

export type WantedAccess =
  /** Nothing is ours to say: the account is linked only, or an administrator's there. */
  | { readonly access: 'untouched' }
  | { readonly access: 'off' }
  | {
      readonly access: 'on';
      readonly libraries: LibrarySelection;
      /** The account keeps the libraries that it has; `libraries` hold only where it has to be made anew. */
      readonly keepsLibraries: boolean;
      readonly limits: AgeLimits | null;
    };

/** Administrators here count as granted everywhere; regular people by a grant alone. A deleted person has nothing. */
export function wantedAccess(facts: AccessFacts): WantedAccess {
  if (!facts.manageAccess || facts.isAdministrator) return { access: 'untouched' };
  if (!isGranted(facts)) return { access: 'off' };
  const { managesLibraries, limits } = facts;
  return { access: 'on', libraries: librariesOf(facts), keepsLibraries: !managesLibraries, limits };
}

export const isGranted = ({ role, granted }: Pick<AccessFacts, 'role' | 'granted'>): boolean =>
  role === 'admin' || (role !== null && granted);

/** The libraries of an account that is made now. Only audiobook servers have a choice for each person. */
export function librariesOf({
  serverType,
  instanceLibraryIds,
  policy,
}: Pick<AccessFacts, 'serverType' | 'instanceLibraryIds' | 'policy'>): LibrarySelection {
  const { mode, libraryIds } = serverType === 'audiobook_server' ? (policy ?? DEFAULT_POLICY) : DEFAULT_POLICY;
  if (mode === 'selected') return libraryIds;
  return mode === 'all' || instanceLibraryIds.length === 0 ? 'all' : instanceLibraryIds;
}

/** @param isInvitation libraries of which nothing is known can be compared only once it is accepted */
export function differs(wanted: WantedAccess, confirmed: ConfirmedAccess, isInvitation = false): boolean {
  if (wanted.access === 'untouched') return false;
  if (wanted.access !== confirmed.access) return true;
  if (wanted.access === 'off') return false;
  if (!isDeepStrictEqual(wanted.limits, confirmed.limits)) return true;
  if (wanted.keepsLibraries || (isInvitation && confirmed.libraries === null)) return false;
  return !isSameSelection(wanted.libraries, confirmed.libraries);
}

/** What is off keeps its libraries and limits. What an invitation carries can't be read: what wasn't known stays unknown. */
export function confirmedBy(wanted: WantedAccess, before: ConfirmedAccess, isInvitation = false): ConfirmedAccess {
  if (wanted.access === 'untouched') return before;
  if (wanted.access === 'off') return { ...before, access: 'off' };
  const { libraries, keepsLibraries, limits } = wanted;
  const isUnread = isInvitation && before.libraries === null;
  return { access: 'on', libraries: keepsLibraries || isUnread ? before.libraries : libraries, limits };
}

/** An invitation that waits can't be read: where nothing is known of it, age limits send it again, and libraries don't. */
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

import type { Role } from '../../../core/access/permissions.js';
import { DEFAULT_POLICY, type LibraryPolicy } from '../accounts/library-policy.js';
import type { MediaServerType } from '../../instances/instances.public.js';
import type { LibrarySelection } from '../servers/media-server.js';
import type { AgeLimits } from '../servers/ranked-limits.js';

/** What decides about the account that somebody has on a media server. All of it stands in rows. */
export interface AccessFacts {
  readonly serverType: MediaServerType;
  /** The role of the person; null once they are deleted. */
  readonly role: Role | null;
  /** Do they hold the instance by a grant of their own? */
  readonly granted: boolean;
  readonly manageAccess: boolean;
  /** Do the libraries of the account follow what is configured here? */
  readonly managesLibraries: boolean;
  /** The libraries of the instance; empty for all. Source: doc 1 §2, library_ids */
  readonly instanceLibraryIds: readonly string[];
  /** The choice for this person on an audiobook server; null where nothing was chosen. */
  readonly policy: LibraryPolicy | null;
  /** Of a kids account; null for any other one. */
  readonly limits: AgeLimits | null;
}

/** What should be. */
export type WantedAccess =
  /** Nothing is ours to say: the account is linked only. */
  | { readonly access: 'untouched' }
  | { readonly access: 'off' }
  | {
      readonly access: 'on';
      readonly libraries: LibrarySelection;
      /** The account keeps the libraries that it has; `libraries` hold only where it has to be made anew. */
      readonly keepsLibraries: boolean;
      readonly limits: AgeLimits | null;
    };

/**
 * What should be of an account on a media server?
 *
 * Only managed accounts follow anything. Administrators count as granted everywhere; regular people by a grant alone. A
 * deleted person has nothing. Source: doc 1 §3 Management rules, §4 Media-server accounts; issue 21.
 */
export function wantedAccess(facts: AccessFacts): WantedAccess {
  if (!facts.manageAccess) return { access: 'untouched' };
  if (!isGranted(facts)) return { access: 'off' };
  const { managesLibraries, limits } = facts;
  return { access: 'on', libraries: librariesOf(facts), keepsLibraries: !managesLibraries, limits };
}

/** May this person use the instance? Source: issue 21, Administrators count as granted everywhere. */
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

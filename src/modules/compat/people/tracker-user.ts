import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { type LinkedIdentities, NO_IDENTITIES } from '../../media-accounts/media-accounts.public.js';
import type { Account } from '../../users/users.public.js';

/** What an account may do, in the tracker's bits: everything, or ask. */
const ADMIN = 2;
const REQUEST = 32;

/** How people sign in: hub 1, local 2, self-hosted A 3, self-hosted B 4. */
const USER_TYPE = { hub: 1, local: 2, videoServerA: 3, videoServerB: 4 } as const;

/** An account as the tracker's clients read it. */
export interface TrackerUserView {
  readonly id: number;
  /** Always empty. */
  readonly email: string;
  readonly username: string;
  /** As `username`. */
  readonly displayName: string;
  /** The name at the hub; null while no hub account is linked. */
  readonly hubUsername: string | null;
  /** The id at the hub; null while no hub account is linked. */
  readonly hubId: number | null;
  /** The name at the self-hosted video server, of whichever kind; null while none is linked. */
  readonly videoServerUsername: string | null;
  /** The id at the self-hosted video server, of whichever kind; null while none is linked. */
  readonly videoServerUserId: string | null;
  /** As `hubUsername`. */
  readonly plexUsername: string | null;
  /** As `hubId`. */
  readonly plexId: number | null;
  /** As `videoServerUsername`. */
  readonly jellyfinUsername: string | null;
  /** As `videoServerUserId`. */
  readonly jellyfinUserId: string | null;
  /**
   * 1 for an account that is linked to the hub, 3 and 4 for one linked to a self-hosted video server of the first and the second kind, 2
   * otherwise.
   */
  readonly userType: 1 | 2 | 3 | 4;
  /** 2 for administrators, 32 for everybody else. */
  readonly permissions: 2 | 32;
  /** Always empty: no picture is known. */
  readonly avatar: string;
  readonly createdAt: Rfc3339;
  /** As `createdAt`: no other time is known. */
  readonly updatedAt: Rfc3339;
  /** Always null: allowances are counted otherwise here, and not shown. */
  readonly movieQuotaLimit: null;
  /** Always null. */
  readonly movieQuotaDays: null;
  /** Always null. */
  readonly tvQuotaLimit: null;
  /** Always null. */
  readonly tvQuotaDays: null;
  /** Always null: nobody is sent a link to recover an account. */
  readonly recoveryLinkExpirationDate: null;
  /** How many films and series it has asked for. */
  readonly requestCount: number;
}

export type KnownAccount = Pick<Account, 'id' | 'username' | 'role' | 'createdAt'>;

/** @param linked the second kind of video server goes by the members of the first */
export function trackerUser(
  { id, username, role, createdAt }: KnownAccount,
  requestCount: number,
  linked: LinkedIdentities = NO_IDENTITIES,
): TrackerUserView {
  const since = rfc3339(createdAt);
  const video = linked.videoServerA ?? linked.videoServerB;
  const hubId = linked.hub && hubNumber(linked.hub.id);
  return {
    id,
    email: '',
    username,
    displayName: username,
    hubUsername: linked.hub?.username ?? null,
    hubId,
    videoServerUsername: video?.username ?? null,
    videoServerUserId: video?.id ?? null,
    plexUsername: linked.hub?.username ?? null,
    plexId: hubId,
    jellyfinUsername: video?.username ?? null,
    jellyfinUserId: video?.id ?? null,
    userType: userTypeOf(linked),
    permissions: role === 'admin' ? ADMIN : REQUEST,
    avatar: '',
    createdAt: since,
    updatedAt: since,
    movieQuotaLimit: null,
    movieQuotaDays: null,
    tvQuotaLimit: null,
    tvQuotaDays: null,
    recoveryLinkExpirationDate: null,
    requestCount,
  };
}

function userTypeOf({ hub, videoServerA, videoServerB }: LinkedIdentities): TrackerUserView['userType'] {
  if (hub) return USER_TYPE.hub;
  if (videoServerA) return USER_TYPE.videoServerA;
  return videoServerB ? USER_TYPE.videoServerB : USER_TYPE.local;
}

function hubNumber(id: string): number | null {
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

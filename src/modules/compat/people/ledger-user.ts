import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { Account } from '../../users/users.public.js';

/** What an account may do, in the tracker's bits: everything, or ask. Source: doc 2, Compat MediaRequest. */
const ADMIN = 2;
const REQUEST = 32;

/** How people sign in: hub 1, local 2, self-hosted A 3, self-hosted B 4. Source: seerr facts. */
const LOCAL = 2;

/** An account as the tracker's clients read it. Source: doc 2, Compat MediaRequest; doc 4 Decisions, compat bodies. */
export interface LedgerUserView {
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

/** What the tracker's clients see of an account. */
export type KnownAccount = Pick<Account, 'id' | 'username' | 'role' | 'createdAt'>;

/** An account in the tracker's words. Accounts are linked to none of the others yet. */
export function ledgerUser({ id, username, role, createdAt }: KnownAccount, requestCount: number): LedgerUserView {
  const since = rfc3339(createdAt);
  return {
    id,
    email: '',
    username,
    displayName: username,
    hubUsername: null,
    hubId: null,
    videoServerUsername: null,
    videoServerUserId: null,
    plexUsername: null,
    plexId: null,
    jellyfinUsername: null,
    jellyfinUserId: null,
    userType: LOCAL,
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

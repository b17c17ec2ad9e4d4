import { sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import type { MediaServerType } from '../../instances/instances.public.js';
import type { LinkedAccount } from '../overview/linked-accounts.service.js';
import type { RemoteAccount } from '../servers/media-server.js';

/** A linked account as administrators see it. */
export interface LinkedAccountView {
  /** 0 where the account is nobody's any more and still to be switched off: its user is deleted, or has another hub address. */
  readonly user_id: number;
  /** Empty where the account is nobody's any more. */
  readonly username: string;
  readonly instance_id: string;
  readonly instance_name: string;
  readonly service_type: MediaServerType;
  readonly remote_user_id: string;
  readonly remote_username: string;
  /** It was made by this server. The name is that of the interface. */
  readonly created_by_cantinarr: boolean;
  readonly manage_access: boolean;
  readonly granted: boolean;
  readonly access_sync_pending: boolean;
  readonly disabled: boolean;
  readonly administrator: boolean;
  /** The server has just said so; else it is what it said last. */
  readonly verified: boolean;
  readonly pending: boolean;
  /** What the server calls the account now; only where that is verified. */
  readonly live_username?: string;
  /** The server has just said that it has no such account any more. */
  readonly gone: boolean;
  /** How often what should be was tried to be written, in vain. */
  readonly attempts: number;
  /** Why the latest try failed; null where it didn't. */
  readonly last_error: string | null;
  /** The latest error as a code; left out where there is none. */
  readonly sentence?: SentenceView;
  /** For kids accounts: does the account there carry the limits? */
  readonly limits_applied?: boolean;
}

/** Numbers of users begin with 1. */
const NOBODY = 0;

export function linkedAccountView(link: LinkedAccount): LinkedAccountView {
  const { account, server, live, limits } = link;
  const { isDisabled, isAdministrator, isPending } = live.state === 'found' ? live.account : account;
  return {
    user_id: account.userId ?? NOBODY,
    username: link.username,
    instance_id: server.id,
    instance_name: server.name,
    service_type: server.serviceType,
    remote_user_id: account.remoteUserId,
    remote_username: account.remoteUsername,
    created_by_cantinarr: account.createdByUs,
    manage_access: account.manageAccess,
    granted: link.granted,
    access_sync_pending: link.isPending,
    disabled: isDisabled,
    administrator: isAdministrator,
    verified: live.state === 'found',
    pending: isPending,
    ...(live.state === 'found' ? { live_username: live.account.name } : {}),
    gone: live.state === 'gone',
    attempts: account.attempts,
    last_error: account.lastError?.text ?? null,
    ...(account.lastError && { sentence: sentenceView(account.lastError) }),
    ...(limits ? { limits_applied: areLimitsApplied(link) } : {}),
  };
}

/** Limits that the server has confirmed, and that are still the ones that are wanted. */
const areLimitsApplied = ({ account, wanted, isPending }: LinkedAccount): boolean =>
  account.manageAccess && wanted.access === 'on' && !isPending;

/** An account on a media server. */
export interface RemoteAccountView {
  readonly id: string;
  readonly name: string;
  readonly is_administrator: boolean;
  readonly is_disabled: boolean;
  readonly pending: boolean;
}

export const remoteAccountView = (account: RemoteAccount): RemoteAccountView => ({
  id: account.id,
  name: account.name,
  is_administrator: account.isAdministrator,
  is_disabled: account.isDisabled,
  pending: account.isPending,
});

import { isMarred } from '../../../clients/http/legible-text.js';
import type { PlexInvite, PlexShare } from '../../../clients/plex/plex-shares.js';
import { hubFiltersAsText } from './hub-limits.js';
import { isCalled, type RemoteAccount } from './media-server.js';

export interface HubMembers {
  readonly shares: readonly PlexShare[];
  readonly invites: readonly PlexInvite[];
}

export interface HubServerOwner {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** An account at the hub of which nothing else is known. */
export const PLAIN_ACCOUNT = {
  isAdministrator: false,
  isDisabled: false,
  isPending: false,
  libraries: null,
  limitsNow: null,
} as const;

/** The id is empty where the share says neither a number nor an address. */
export function accountOfShare({ userId, username, email, isAccepted, libraries, settings }: PlexShare): RemoteAccount {
  const address = email.toLowerCase();
  const id = (isAccepted ? (userId ?? address) : address || userId) ?? '';
  return {
    ...PLAIN_ACCOUNT,
    id,
    name: username || address || id,
    email: address,
    isPending: !isAccepted,
    libraries,
    limitsNow: settings && hubFiltersAsText(settings),
  };
}

/** The id is empty where the invitation says neither a number nor an address. */
export const accountOfInvite = ({ id, username, email }: PlexInvite): RemoteAccount => ({
  ...PLAIN_ACCOUNT,
  id: email.toLowerCase() || id,
  name: username || email || id,
  email: email.toLowerCase(),
  isPending: true,
});

export const ownerAccount = ({ id, username, email }: HubServerOwner): RemoteAccount => ({
  ...PLAIN_ACCOUNT,
  id,
  name: username,
  email: email.toLowerCase(),
  isAdministrator: true,
  libraries: 'all',
});

export const isInvited = (invite: PlexInvite, id: string): boolean =>
  invite.id === id || isCalled(accountOfInvite(invite), id);

/** May one be this person, or anybody where none is given? Only one whose number or address can't be read, or is marred. */
export function mayBeAmong({ shares, invites }: HubMembers, id?: string): boolean {
  const listed = [...shares.map(accountOfShare), ...invites.map(accountOfInvite)];
  const byNumber = [...listed, ...invites].some((one) => one.id === '');
  const byAddress = listed.some((one) => one.id === '' || isMarred(one.id) || isMarred(one.email));
  if (id === undefined) return byNumber || byAddress;
  return /^\d+$/.test(id) ? byNumber : byAddress;
}

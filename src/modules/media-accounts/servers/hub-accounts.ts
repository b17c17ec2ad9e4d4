import type { PlexInvite, PlexShare } from '../../../clients/plex/plex-shares.js';
import { hubFiltersAsText } from './hub-limits.js';
import type { RemoteAccount } from './media-server.js';

/** Somebody to whom the server is shared, or who was invited and has not accepted yet. */
export function shared({ userId, username, email, isAccepted, libraries, settings }: PlexShare): RemoteAccount {
  const address = email.toLowerCase();
  const id = (isAccepted ? (userId ?? address) : address || userId) ?? '';
  return {
    id,
    name: username || address || id,
    email: address,
    isAdministrator: false,
    isDisabled: false,
    isPending: !isAccepted,
    libraries,
    limitsNow: settings && hubFiltersAsText(settings),
  };
}

/** Somebody whose invitation has not been accepted. */
export const invitedTo = ({ id, username, email }: PlexInvite): RemoteAccount => ({
  id: email.toLowerCase() || id,
  name: username || email || id,
  email: email.toLowerCase(),
  isAdministrator: false,
  isDisabled: false,
  isPending: true,
  libraries: null,
  limitsNow: null,
});

/** The owner of the server, who is its administrator. */
export const ownerAccount = (id: string, name: string, email: string): RemoteAccount => ({
  id,
  name,
  email: email.toLowerCase(),
  isAdministrator: true,
  isDisabled: false,
  isPending: false,
  libraries: 'all',
  limitsNow: null,
});

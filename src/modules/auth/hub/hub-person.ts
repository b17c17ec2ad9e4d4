import type { PlexServer, PlexUser } from '../../../clients/plex/plex.client.js';
import { LONGEST_NAME } from '../../users/users.public.js';
import { requireHubAddress } from '../accounts/hub-address.js';
import type { HubPerson } from './hub-attempt.js';

/** Control characters and half surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** A person of the hub with what can be stored and shown of them. A text that is no address is left out. */
export function hubPerson({ id, name, email }: PlexUser, servers: readonly PlexServer[]): HubPerson {
  return {
    hubAccountId: id,
    // Cut before: where that is in the middle of a character, half of it would be left.
    username: name.slice(0, LONGEST_NAME).replaceAll(UNPRINTABLE, ''),
    email: addressOf(email),
    servers: servers.map(({ machineIdentifier, owned, ownerId }) => ({
      machineIdentifier,
      ownerId: owned ? id : ownerId,
    })),
  };
}

function addressOf(text: string): string {
  try {
    return requireHubAddress(text.replaceAll(UNPRINTABLE, ' '));
  } catch {
    return '';
  }
}

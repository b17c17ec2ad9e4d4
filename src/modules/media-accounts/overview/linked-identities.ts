import type { MediaServerType } from '../../instances/instances.public.js';
import type { HubIdentity } from '../../users/users.public.js';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';

/** An account of somebody elsewhere. */
export interface LinkedIdentity {
  /** The other system's own id. */
  readonly id: string;
  readonly username: string;
}

/** Who somebody is on the video servers and at the hub; null where they have nothing there. */
export interface LinkedIdentities {
  readonly hub: LinkedIdentity | null;
  readonly videoServerA: LinkedIdentity | null;
  readonly videoServerB: LinkedIdentity | null;
}

/** Somebody who is linked with nothing. */
export const NO_IDENTITIES: LinkedIdentities = { hub: null, videoServerA: null, videoServerB: null };

/**
 * Who is somebody elsewhere? At the hub the account that signs them in, else the one of an accepted share; on other servers the
 * one that was linked first. Source: doc 2, Compat MediaRequest.
 *
 * @param links those of the person, in the order in which they were made
 */
export function identitiesOf(
  links: readonly MediaAccount[],
  typeOf: (instanceId: string) => MediaServerType | null,
  identity: HubIdentity | null,
): LinkedIdentities {
  const first = (type: MediaServerType): LinkedIdentity | null => {
    const link = links.find(({ instanceId, isPending }) => !isPending && typeOf(instanceId) === type);
    return link ? { id: link.remoteUserId, username: link.remoteUsername } : null;
  };
  const signedIn = identity && { id: identity.hubAccountId, username: identity.username };
  return {
    hub: signedIn ?? first('hub'),
    videoServerA: first('video_server_a'),
    videoServerB: first('video_server_b'),
  };
}

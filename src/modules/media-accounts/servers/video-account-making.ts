import { createHash } from 'node:crypto';
import type { EmbyClient } from '../../../clients/emby/emby.client.js';
import type { JellyfinClient } from '../../../clients/jellyfin/jellyfin.client.js';
import type { MediaUser } from '../../../clients/mediabrowser/media-user.js';
import type { MediaBrowserClient } from '../../../clients/mediabrowser/mediabrowser.client.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { sameName } from './remote-names.js';
import type { VideoAccountMaking } from './video-server.js';
import { incompleteList } from './write-outcome.js';

/** Jellyfin makes an account together with its password: from the first moment on it opens by the secret alone. */
export const jellyfinMaking: VideoAccountMaking<JellyfinClient> = {
  find: async (client, name, secret) => ownOrTaken(client, await everybody(client, 'jellyfin'), name, secret),
  make: async (client, made, name, secret) => made ?? client.createUser(name, secret),
  finish: () => Promise.resolve('done'),
};

/**
 * Emby makes an account without a password, open to anybody who knows its name. So it is made under a name that only the
 * secret gives, and gets its own once it opens by the secret.
 */
export const embyMaking: VideoAccountMaking<EmbyClient> = {
  async find(client, name, secret) {
    const users = await everybody(client, 'emby');
    // It is ours also where somebody has taken the name that it was to get.
    const unnamed = users.find((user) => sameName(user.name, provisionalName(secret)));
    return unnamed ?? ownOrTaken(client, users, name, secret);
  },

  async make(client, made, _name, secret) {
    const user = made ?? (await client.createUser(provisionalName(secret)));
    if (!sameName(user.name, provisionalName(secret))) return user;
    if ((await client.setPassword(user.id, secret)) === 'done') return user;
    const details = { system: 'emby', operation: 'user.password', kind: 'failed', definitelyNotSent: false } as const;
    throw new UpstreamError({ ...details, reason: 'the new account is not there, or is an administrator’s' });
  },

  finish: (client, { id, name }, wanted) =>
    sameName(name, wanted) ? Promise.resolve('done' as const) : client.renameUser(id, wanted),
};

/** A name that nobody can know or guess without the secret, and that doesn't give it away. */
const provisionalName = (secret: Secret): string =>
  `usher-${createHash('sha256').update(secret.reveal()).digest('hex').slice(0, 32)}`;

/** @throws UpstreamError where the list isn't complete: the name may be somebody's then */
async function everybody(client: MediaBrowserClient, system: string): Promise<readonly MediaUser[]> {
  const { users, isComplete } = await client.users();
  if (isComplete) return users;
  throw incompleteList(system, 'user.list');
}

async function ownOrTaken(
  client: MediaBrowserClient,
  users: readonly MediaUser[],
  name: string,
  secret: Secret,
): Promise<MediaUser | 'taken' | null> {
  const bearer = users.find((user) => sameName(user.name, name));
  if (!bearer) return null;
  if (bearer.policy?.administrator !== false) return 'taken';
  const verdict = await client.checkPassword(bearer.name, secret);
  return verdict.outcome === 'accepted' && verdict.user.id === bearer.id ? bearer : 'taken';
}

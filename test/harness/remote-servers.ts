import { AudiobookshelfClient } from '../../src/clients/audiobookshelf/audiobookshelf.client.js';
import { EmbyClient } from '../../src/clients/emby/emby.client.js';
import { JellyfinClient } from '../../src/clients/jellyfin/jellyfin.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { AudiobookServer } from '../../src/modules/media-accounts/servers/audiobook-server.js';
import { HubServer } from '../../src/modules/media-accounts/servers/hub-server.js';
import type { MediaServer } from '../../src/modules/media-accounts/servers/media-server.js';
import { embyMaking, jellyfinMaking, VideoServer } from '../../src/modules/media-accounts/servers/video-server.js';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS, EmbyFake } from '../fakes/emby/emby-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS, type PlexFake } from '../fakes/plex/plex-fake.js';
import { MovedClock } from './moved-clock.js';
import { BASEMENT, MOVIES, openPlexHousehold, SHOWS } from './plex-household.js';

const KEY = 'canary-server-key';

/** What a fake knows of an account, in the words that all kinds have in common. */
export interface AccountThere {
  readonly id: string;
  readonly isDisabled: boolean;
  readonly libraries: 'all' | readonly string[];
}

/** A media server of a kind, its fake, and the words of the fake in common ones. */
export interface RemoteServer {
  readonly server: MediaServer;
  readonly fake: FakeServer;
  /** Two libraries, by the ids that policies name. */
  readonly libraries: readonly [string, string];
  /** The calls that write to accounts. */
  readonly writes: readonly string[];
  /** Puts an account in place that sees every library; its id is returned. */
  give(name: string, options?: { readonly administrator?: boolean; readonly password?: string }): string;
  /** The account as it is there; undefined where there is none. */
  find(id: string): AccountThere | undefined;
}

const video = async (kind: 'video_server_a' | 'video_server_b'): Promise<RemoteServer> => {
  const clock = new MovedClock();
  const options = { apiKey: KEY, now: () => clock.now() };
  const isA = kind === 'video_server_a';
  const fake = await (isA ? new JellyfinFake(options) : new EmbyFake(options)).start();
  const device = { id: 'device-1', product: 'Usher', version: '1.2.3' };
  const access = { url: fake.url, apiKey: Secret.of(KEY), device, clock, log: silentLog };
  const server = isA
    ? new VideoServer(kind, 'jellyfin', new JellyfinClient(access), jellyfinMaking)
    : new VideoServer(kind, 'emby', new EmbyClient(access), embyMaking);
  fake.given.account({ name: 'root', administrator: true });
  const library = (name: string): string => fake.given.library({ name, collectionType: 'movies' }).guid ?? '';
  const calls = isA ? JELLYFIN_CALLS : EMBY_CALLS;
  return {
    server,
    fake,
    libraries: [library('Movies'), library('Shows')],
    writes: [calls.policy, calls.password, calls.create, calls.remove],
    give: (name, given = {}) => fake.given.account({ name, ...given }).id,
    find: (id) => {
      const found = fake.accounts.find((account) => account.id === id);
      if (!found) return undefined;
      const { IsDisabled, EnableAllFolders, EnabledFolders } = found.policy;
      const folders = (EnabledFolders as readonly string[]).map((guid) => guid.replaceAll('-', ''));
      return { id, isDisabled: IsDisabled === true, libraries: EnableAllFolders === true ? 'all' : folders };
    },
  };
};

const audiobooks = async (): Promise<RemoteServer> => {
  const clock = new MovedClock();
  const fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
  const client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
  const library = (name: string, number: number): string =>
    fake.given.library({ id: `3c9be1de-0000-4d7e-8001-00000000001${number}`, name });
  return {
    server: new AudiobookServer(client, false),
    fake,
    libraries: [library('Audiobooks', 1), library('Plays', 2)],
    writes: [AUDIOBOOKSHELF_CALLS.createUser, AUDIOBOOKSHELF_CALLS.changeUser, AUDIOBOOKSHELF_CALLS.deleteUser],
    give: (username, { administrator = false, password } = {}) =>
      fake.given.account({
        username,
        type: administrator ? 'admin' : 'user',
        ...(password === undefined ? {} : { password }),
      }).id,
    find: (id) => {
      const found = fake.accounts.byId(id);
      if (!found) return undefined;
      const isAll = found.permissions.accessAllLibraries === true;
      return { id, isDisabled: !found.isActive, libraries: isAll ? 'all' : found.librariesAccessible };
    },
  };
};

const hub = async (): Promise<RemoteServer & { readonly fake: PlexFake }> => {
  const { fake, mara, account } = await openPlexHousehold();
  let number = 4_200_000;
  return {
    server: new HubServer(account, BASEMENT, { id: String(mara.id), username: 'mara', email: 'mara@example.org' }),
    fake,
    libraries: [MOVIES, SHOWS],
    writes: [
      PLEX_CALLS.cancelInvite,
      PLEX_CALLS.share,
      PLEX_CALLS.changeLibraries,
      PLEX_CALLS.changeSettings,
      PLEX_CALLS.endShare,
    ],
    give: (name, { administrator = false } = {}) => {
      if (administrator) return String(mara.id);
      number += 1;
      const person = fake.given.person({ id: number, username: name, email: `${name}@example.org` });
      fake.shares.befriend(mara, person);
      fake.given.share(BASEMENT, person);
      return String(number);
    },
    find: (id) => {
      const found = fake.shares.of(BASEMENT).find(({ person }) => String(person?.id) === id);
      if (!found) return undefined;
      const { libraries } = found;
      return { id, isDisabled: false, libraries: libraries === 'all' ? 'all' : libraries.map(String) };
    },
  };
};

/** The four kinds. A test that opens one stops its fake. */
export const REMOTE_SERVERS = [
  { kind: 'video_server_a', open: () => video('video_server_a') },
  { kind: 'video_server_b', open: () => video('video_server_b') },
  { kind: 'audiobook_server', open: audiobooks },
  { kind: 'hub', open: hub },
] as const;

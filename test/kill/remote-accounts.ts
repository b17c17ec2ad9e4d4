import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS, EmbyFake } from '../fakes/emby/emby-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import type { StoredAccount } from '../fakes/mediabrowser/stored-media.js';
import { PLEX_CALLS, PlexFake } from '../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../fakes/plex/plex-person.js';

/** The kinds of media servers. */
export const SERVER_KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

/** The server behind the hub that is shared. */
export const OWNED_MACHINE = 'basement-machine';

/** An account of a media server; at the hub a share or an invitation, which has no password. */
export interface AccountThere {
  /** At the hub the address that was invited. */
  readonly name: string;
  readonly password: string;
  readonly isOn: boolean;
  readonly libraries: 'all' | readonly string[];
}

/** A call that changes something. */
export interface WritingCall {
  readonly call: string;
  /** It is the next one of this call after another one. */
  readonly after?: string;
}

/** The calls that change something on the way to an account, in their order. */
export const CREATING_CALLS: Readonly<Record<ServerKind, readonly WritingCall[]>> = {
  video_server_a: [JELLYFIN_CALLS.create, JELLYFIN_CALLS.policy, JELLYFIN_CALLS.password].map((call) => ({ call })),
  video_server_b: [
    ...[EMBY_CALLS.create, EMBY_CALLS.password, EMBY_CALLS.policy, EMBY_CALLS.rename].map((call) => ({ call })),
    { call: EMBY_CALLS.password, after: EMBY_CALLS.rename },
  ],
  audiobook_server: [AUDIOBOOKSHELF_CALLS.createUser, AUDIOBOOKSHELF_CALLS.changeUser].map((call) => ({ call })),
  hub: [{ call: PLEX_CALLS.share }],
};

/** The call that switches an account off. At the hub it depends on whether the invitation was accepted. */
export const CLOSING_CALLS: Readonly<Record<ServerKind, readonly WritingCall[]>> = {
  video_server_a: [{ call: JELLYFIN_CALLS.policy }],
  video_server_b: [{ call: EMBY_CALLS.policy }],
  audiobook_server: [{ call: AUDIOBOOKSHELF_CALLS.changeUser }],
  hub: [{ call: PLEX_CALLS.endShare }, { call: PLEX_CALLS.cancelInvite }],
};

/** A media server of each kind with two libraries, which outlive every process of ours. */
export class RemoteServers {
  readonly keys = { video_server_a: 'jellyfin-key', video_server_b: 'emby-key', audiobook_server: 'abs-key' } as const;
  /** Whose account at the hub the instance is linked with. */
  readonly owner: PlexPerson;
  /** The library that accounts are to see. */
  readonly sharedLibrary: Readonly<Record<ServerKind, string>>;
  private readonly jellyfin: JellyfinFake;
  private readonly emby: EmbyFake;
  private readonly audiobookshelf: AudiobookshelfFake;
  readonly hub: PlexFake;
  private joined = 0;

  private constructor(now: () => number) {
    this.jellyfin = new JellyfinFake({ apiKey: this.keys.video_server_a, now });
    this.emby = new EmbyFake({ apiKey: this.keys.video_server_b, now });
    this.audiobookshelf = new AudiobookshelfFake({ apiKey: this.keys.audiobook_server, now });
    this.hub = new PlexFake(now);
    this.owner = this.hub.given.person({ id: 3_100_451, username: 'mara', email: 'mara@example.org' });
    const libraries = [121_001, 121_002].map((id) => ({ id, title: `Library ${id}`, type: 'movie' }));
    this.hub.given.device({ machineIdentifier: OWNED_MACHINE, owner: this.owner, libraries });
    for (const fake of [this.jellyfin, this.emby]) fake.given.account({ name: 'root', administrator: true });
    const [ofJellyfin, ofEmby] = [this.jellyfin, this.emby].map((fake) => {
      fake.given.library({ name: 'Private' });
      return fake.given.library({ name: 'Shared' }).guid ?? '';
    });
    this.audiobookshelf.given.library({ id: 'private', name: 'Private' });
    this.sharedLibrary = {
      video_server_a: ofJellyfin ?? '',
      video_server_b: ofEmby ?? '',
      audiobook_server: this.audiobookshelf.given.library({ id: 'shared', name: 'Shared' }),
      hub: '121001',
    };
  }

  /** @param now the time of all of them, in epoch milliseconds */
  static async start(now: () => number): Promise<RemoteServers> {
    const servers = new RemoteServers(now);
    await Promise.all(Object.values(servers.fakes).map((fake) => fake.start()));
    return servers;
  }

  get fakes(): Readonly<Record<ServerKind, FakeServer>> {
    const { jellyfin, emby, audiobookshelf, hub } = this;
    return { video_server_a: jellyfin, video_server_b: emby, audiobook_server: audiobookshelf, hub };
  }

  /** Every account of a server but its administrator's. */
  accounts(kind: ServerKind): readonly AccountThere[] {
    switch (kind) {
      case 'video_server_a':
        return this.jellyfin.accounts.filter(isRegular).map(videoAccount);
      case 'video_server_b':
        return this.emby.accounts.filter(isRegular).map(videoAccount);
      case 'audiobook_server':
        return this.audiobookshelf.accounts.list
          .filter(({ type }) => type !== 'root')
          .map(({ username, password, isActive, permissions, librariesAccessible }) => ({
            name: username,
            password,
            isOn: isActive,
            libraries: permissions.accessAllLibraries === true ? 'all' : librariesAccessible,
          }));
      case 'hub':
        return this.hub.shares.of(OWNED_MACHINE).map(({ invitedEmail, libraries }) => ({
          name: invitedEmail,
          password: '',
          isOn: true,
          libraries: libraries === 'all' ? 'all' : libraries.map(String),
        }));
    }
  }

  /** So many times the hub was told to invite this address. */
  invitationsSent(email: string): number {
    return this.hub.calls(PLEX_CALLS.share).filter(({ body }) => JSON.stringify(body).includes(`"${email}"`)).length;
  }

  /** Somebody accepts the invitation that this address has got. */
  accept(email: string): void {
    this.joined += 1;
    const person = this.hub.given.person({ id: 5_000_000 + this.joined, username: `hub ${this.joined}`, email });
    this.hub.accept(OWNED_MACHINE, person);
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.fakes).map((fake) => fake.stop()));
  }
}

const isRegular = ({ policy }: StoredAccount): boolean => policy.IsAdministrator !== true;

const videoAccount = ({ name, password, policy }: StoredAccount): AccountThere => ({
  name,
  password,
  isOn: policy.IsDisabled !== true,
  libraries: policy.EnableAllFolders === true ? 'all' : (policy.EnabledFolders as readonly string[]),
});

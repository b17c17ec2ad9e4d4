import { AudiobookshelfFake } from '../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { EmbyFake } from '../../test/fakes/emby/emby-fake.js';
import type { FakeServer } from '../../test/fakes/fake-server.js';
import { JellyfinFake } from '../../test/fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS, type PlexFake } from '../../test/fakes/plex/plex-fake.js';
import { memberName } from './members.js';

/** The server of the household at the hub. */
export const MACHINE = '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c';

/** How somebody else than the server under test calls the hub. */
const FLOOR_HEADERS = {
  accept: 'application/json',
  'x-plex-client-identifier': 'floor',
  'x-plex-product': 'Floor',
} as const;

/** A list of accounts, as its server answers it. */
export interface AccountList {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isXml: boolean;
}

/** A media server that the household runs itself. */
export interface MediaServerPlace {
  readonly serviceType: string;
  readonly url: string;
  readonly apiKey: string;
}

/** The media servers of a household, and their accounts. */
export class MediaAccounts {
  private readonly jellyfin = new JellyfinFake({ apiKey: 'jellyfin-key' });
  private readonly emby = new EmbyFake({ apiKey: 'emby-key' });
  private readonly audiobookshelf = new AudiobookshelfFake({ apiKey: 'audiobookshelf-key' });
  private readonly owner;

  /** @param accounts on each server; the first bear the names of members */
  constructor(
    private readonly hub: PlexFake,
    accounts: number,
  ) {
    this.owner = hub.given.person({ id: 3_100_451, username: 'ada', email: 'ada@example.org' });
    hub.given.device({ machineIdentifier: MACHINE, owner: this.owner, name: 'Basement', libraries: [] });
    for (let number = 0; number < accounts; number += 1) {
      const name = memberName(number);
      for (const server of [this.jellyfin, this.emby]) server.given.account({ name });
      this.audiobookshelf.given.account({ username: name });
      const email = `${number}@example.org`;
      hub.given.share(MACHINE, hub.given.person({ id: 4_000_000 + number, username: name, email }));
    }
  }

  async open(): Promise<void> {
    await Promise.all(this.ownServers().map((server) => server.start()));
    // Making a list is the work of its server alone; from here on it is sent as it is.
    const { jellyfin, emby, audiobookshelf, hub } = this;
    const [a, b, books, shares] = await this.lists();
    const routes: readonly (readonly [FakeServer, string, AccountList | undefined])[] = [
      [jellyfin, 'GET /Users', a],
      [emby, 'GET /Users/Query', b],
      [audiobookshelf, 'GET /api/users', books],
      [hub, PLEX_CALLS.shares, shares],
    ];
    for (const [server, route, list] of routes) await fix(server, route, list);
  }

  /** Where they stand. */
  get places(): readonly MediaServerPlace[] {
    const { jellyfin, emby, audiobookshelf } = this;
    return [
      { serviceType: 'video_server_a', url: jellyfin.url, apiKey: 'jellyfin-key' },
      { serviceType: 'video_server_b', url: emby.url, apiKey: 'emby-key' },
      { serviceType: 'audiobook_server', url: audiobookshelf.url, apiKey: 'audiobookshelf-key' },
    ];
  }

  /** Their lists of accounts, as somebody reads them who has a key of each. */
  async lists(): Promise<readonly AccountList[]> {
    const { jellyfin, emby, audiobookshelf, hub } = this;
    await fetch(`${hub.url}/api/v2/pins?strong=true`, { method: 'POST', headers: FLOOR_HEADERS });
    const token = hub.approve(this.owner);
    const authorization = 'MediaBrowser Token="jellyfin-key"';
    return [
      { url: `${jellyfin.url}/Users`, headers: { authorization }, isXml: false },
      { url: `${emby.url}/Users/Query`, headers: { 'x-emby-token': 'emby-key' }, isXml: false },
      {
        url: `${audiobookshelf.url}/api/users`,
        headers: { authorization: 'Bearer audiobookshelf-key' },
        isXml: false,
      },
      {
        url: `${hub.url}/api/servers/${MACHINE}/shared_servers`,
        headers: { ...FLOOR_HEADERS, 'x-plex-token': token },
        isXml: true,
      },
    ];
  }

  /** The owner of the server at the hub approves a PIN. */
  approve(pinId: number): void {
    this.hub.approve(this.owner, { pinId });
  }

  /** So many calls have come to all of them. */
  get callCount(): number {
    return [...this.ownServers(), this.hub].reduce((sum, server) => sum + server.calls().length, 0);
  }

  private ownServers(): readonly FakeServer[] {
    return [this.jellyfin, this.emby, this.audiobookshelf];
  }
}

async function fix(server: FakeServer, route: string, list: AccountList | undefined): Promise<void> {
  if (!list) return;
  const answer = await fetch(list.url, { headers: list.headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
  server.route(route, () => ({ body: bytes, headers }));
}

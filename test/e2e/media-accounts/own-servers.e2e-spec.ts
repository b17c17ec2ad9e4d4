import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { StorageError } from '../../../src/core/database/storage-error.js';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold, PUBLIC_ADDRESS } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];

/** The one call by which a server says what it has of a linked account. */
const READINGS: Readonly<Record<Kind, string>> = {
  video_server_a: JELLYFIN_CALLS.user,
  video_server_b: EMBY_CALLS.user,
  audiobook_server: AUDIOBOOKSHELF_CALLS.user,
  hub: PLEX_CALLS.shares,
};

describe('doc1 §4: GET /api/media-servers', () => {
  let house: MediaHousehold;
  let remote: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    const { jellyfin, emby, audiobookshelf, hub, hubs } = house;
    const person = hub.given.person({ id: 3_100_460, username: 'ana-at-the-hub', email: 'ana@example.org' });
    hub.shares.befriend(hubs.mara, person);
    hub.given.share(BASEMENT, person);
    remote = {
      video_server_a: jellyfin.given.account({ name: 'ana of films' }).id,
      video_server_b: emby.given.account({ name: 'ana of more' }).id,
      audiobook_server: audiobookshelf.given.account({ username: 'ana of books' }).id,
      hub: String(person.id),
    };
  });

  /** What a server has said is told for three seconds (issue 43 B11). */
  const later = () => house.app.clock.advance(3_000);

  beforeEach(async () => {
    await later();
    for (const kind of KINDS) {
      await house.admin.delete(house.accountPath(house.ana, kind));
      house.fakes[kind].recover();
      house.fakes[kind].forgetCalls();
      await house.grant(kind, house.ana);
    }
  });

  afterAll(() => house.close());

  const list = async (by: Session): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await by.get('/api/media-servers')).body as readonly Readonly<Record<string, unknown>>[];

  const linkAll = async (): Promise<void> => {
    for (const kind of KINDS) expect((await house.link(house.ana, kind, remote[kind])).status).toBe(200);
    for (const kind of KINDS) house.fakes[kind].forgetCalls();
  };

  it('is what the caller holds and nothing else; administrators hold all', async () => {
    await house.grant('hub');
    await house.grant('audiobook_server');
    const { body, headers } = await house.ana.get('/api/media-servers');
    expect((body as readonly { service_type: string }[]).map(({ service_type: type }) => type)).toEqual([
      'video_server_a',
      'video_server_b',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await list(house.ben)).toEqual([]);
    expect(await list(house.admin)).toHaveLength(4);
  });

  it('has every member of a server, with the addresses and apps of its kind', async () => {
    const shared = { auto_link_suppressed: false, existing_account: false, account: null };
    await house.ana.put('/api/me/listening-apps', { android: 'theshelf' });
    await house.ana.put('/api/me/video-apps', { video_server_b: { ios: 'infuse' } });
    expect(await list(house.ben)).toEqual([]);
    await house.grant('video_server_a', house.ben);
    expect(await list(house.ben)).toEqual([
      {
        instance_id: house.ids.video_server_a,
        service_type: 'video_server_a',
        name: 'Films',
        kind: 'account',
        public_address: PUBLIC_ADDRESS.video_server_a,
        video_apps: { ios: 'service' },
        ...shared,
      },
    ]);
    await house.grant('video_server_a', house.ana);
    expect(await house.shown(house.ana, 'video_server_b')).toMatchObject({ video_apps: { ios: 'infuse' } });
    const books = await house.shown(house.ana, 'audiobook_server');
    expect(books).toMatchObject({ kind: 'account', listening_apps: { ios: 'browser', android: 'theshelf' } });
    expect(books).not.toHaveProperty('video_apps');
    expect(await house.shown(house.ana, 'hub')).toMatchObject({
      kind: 'invite',
      public_address: 'https://hub.example',
    });
  });

  it('says what the servers say of the accounts, by one call to each', async () => {
    await linkAll();
    const account = {
      disabled: false,
      pending: false,
      administrator: false,
      verified: true,
      manage_access: false,
      access_sync_pending: false,
    };
    const accounts = (await list(house.ana)).map((entry) => entry.account);
    const names = ['ana of books', 'ana-at-the-hub', 'ana of films', 'ana of more'];
    expect(accounts).toEqual(names.map((username) => ({ username, ...account })));
    expect(KINDS.map((kind) => house.fakes[kind].calls(READINGS[kind]).length)).toEqual([1, 1, 1, 1]);
    expect(KINDS.map((kind) => house.fakes[kind].calls().length)).toEqual([1, 1, 1, 1]);
  });

  it('keeps what a server said last, and says that it is not verified, while the server can not be read', async () => {
    await linkAll();
    const before = await list(house.ana);
    for (const kind of KINDS) house.fakes[kind].fail(READINGS[kind], 500);
    await later();
    const shown = await list(house.ana);
    const unverified = before.map(({ account, ...entry }) => ({
      ...entry,
      account: { ...(account as object), verified: false },
    }));
    expect(shown).toEqual(unverified);
  });

  it('issue 21: waits for a server at most 4 s, for all of them at once', async () => {
    await linkAll();
    for (const kind of KINDS) house.fakes[kind].fail(READINGS[kind], 'timeout');
    const arrived = Promise.all(KINDS.map((kind) => house.fakes[kind].nextCall(READINGS[kind])));
    const asked = list(house.ana);
    await arrived;
    await house.app.clock.advance(4_000);
    expect((await asked).map(({ account }) => (account as { verified: boolean }).verified)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('shows no account that the server affirms to be gone', async () => {
    const gone = house.jellyfin.given.account({ name: 'short-lived' });
    await house.link(house.ana, 'video_server_a', gone.id);
    house.jellyfin.removeAccount(gone.id);
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ account: null });
    house.jellyfin.startingUp = true;
    await later();
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({
      account: { username: 'short-lived', verified: false },
    });
    house.jellyfin.startingUp = false;
  });

  it('says where somebody bears the name of the caller and is linked with nobody', async () => {
    const namesake = house.jellyfin.given.account({ name: 'Ana' });
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ existing_account: true, account: null });
    await house.link(house.ben, 'video_server_a', namesake.id);
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ existing_account: false });
    await house.admin.delete(house.accountPath(house.ben, 'video_server_a'));
    house.jellyfin.removeAccount(namesake.id);
  });

  it('looks for a namesake, too, where the linked account is gone', async () => {
    const gone = house.jellyfin.given.account({ name: 'gone since' });
    await house.link(house.ana, 'video_server_a', gone.id);
    house.jellyfin.removeAccount(gone.id);
    const namesake = house.jellyfin.given.account({ name: 'Ana' });
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ existing_account: true, account: null });
    house.jellyfin.removeAccount(namesake.id);
    await later();
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ existing_account: false, account: null });
  });

  it('an invitation at the hub is pending until it is accepted, and the link follows the account then', async () => {
    const { hub, hubs, ana, ids } = house;
    const guest = hub.given.person({ id: 3_100_470, username: 'guest', email: 'guest@example.org' });
    const invitation = hub.shares.put(BASEMENT, guest, false);
    await house.link(ana, 'hub', 'guest@example.org');
    expect(await house.shown(ana, 'hub')).toMatchObject({ account: { pending: true, verified: true } });
    invitation.isAccepted = true;
    await later();
    expect(await house.shown(ana, 'hub')).toMatchObject({ account: { pending: false, username: 'guest' } });
    const rows = (await hubs.admin.get('/api/admin/media-servers/accounts')).body as readonly Record<string, unknown>[];
    expect(rows.find(({ instance_id: id }) => id === ids.hub)).toMatchObject({ remote_user_id: '3100470' });
  });

  it('doc3 §12.4: is 503 while our own storage can not be read', async () => {
    const database = house.app.get(Database);
    const read = database.read.bind(database);
    database.read = () => Promise.reject(new StorageError('corrupt', new Error('planted')));
    try {
      expect((await house.ana.get('/api/media-servers')).status).toBe(503);
    } finally {
      database.read = read;
    }
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import type { StoredAccount } from '../../../test/fakes/mediabrowser/stored-media.js';
import type { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { VIDEO_SERVERS, VideoServerFixture } from '../../../test/harness/video-servers.js';
import { Secret } from '../../core/secrets/secret.js';
import type { PolicyChange } from './media-policy.js';
import type { MediaBrowserClient } from './mediabrowser.client.js';

const KEY = 'canary-media-key';
const PASSWORD = 'canary-person-password';
const FAULTS = ['timeout', 'reset', 'cut-body', 'garbage', 'empty', 'null', 401, 403, 404, 429, 500, 503, 302] as const;
const LEAST_POLICY = { IsAdministrator: false, IsDisabled: false, EnableAllFolders: false };

describe.each(VIDEO_SERVERS)('the client of $product', (server) => {
  const { product, calls } = server;
  let clock: MovedClock;
  let fake: VideoServerFixture['fake'];
  let client: MediaBrowserClient;
  let admin: StoredAccount;
  let mara: StoredAccount;

  beforeEach(async () => {
    ({ clock, fake, client, admin, mara } = await VideoServerFixture.start(server, KEY, PASSWORD));
  });

  afterEach(() => fake.stop());

  const faultOf = (name: (typeof FAULTS)[number]): FakeFault => (name === 'null' ? { body: null } : name);

  /** Fails the call with each fault in turn, and says how each was met. */
  async function meets(key: string, fault: FakeFault, work: () => Promise<unknown>): Promise<string> {
    fake.fail(key, fault, Number.POSITIVE_INFINITY);
    const arrived = fake.nextCall(key);
    const failing = failureOf(work());
    await arrived;
    if (fault === 'timeout') await clock.advance(10_000);
    const { system, kind } = await failing;
    expect(system).toBe(product);
    return kind;
  }

  describe('the server', () => {
    it('says who it is to who has the key', async () => {
      const { version, serverId } = fake;
      const name = product === 'jellyfin' ? 'Den' : 'Loft';
      expect(await client.probe()).toEqual({ id: serverId, name, version });
    });

    it('doc3 §3.2: refuses a wrong key in these words', async () => {
      fake.fail(calls.info, 401);
      expect(await failureOf(client.probe())).toMatchObject({ kind: 'unauthorized', reason: 'invalid API key' });
    });

    it('doc3 §3.2: says where a redirect leads, without what may be secret there', async () => {
      const location = 'https://mara:secret@media.example/jelly?token=secret#x';
      fake.fail(calls.info, { status: 301, headers: { location } });
      const reason = 'server redirected with status 301 to https://media.example/jelly';
      expect(await failureOf(client.probe())).toMatchObject({ kind: 'redirected', reason });
    });

    it('issue 21, Real products: that is starting is out of reach, and not empty', async () => {
      fake.startingUp = true;
      for (const work of [client.probe(), client.users(), client.user(mara.id), client.libraries()]) {
        expect(await failureOf(work)).toMatchObject({ kind: 'unreachable', status: 503, retryAfterMs: 5_000 });
      }
    });

    it.each([
      ['nothing of its version', { ServerName: 'Den', ProductName: 'Jellyfin Server' }],
      ['another product', { Version: '1', ProductName: 'Another Server' }],
      ['a list', []],
    ])('that says %s is none of this product', async (_, body) => {
      fake.fail(calls.info, { body });
      expect(await failureOf(client.probe())).toMatchObject({ kind: 'malformed' });
    });

    it('lists the libraries that policies can name', async () => {
      const movies = fake.given.library({ name: 'Movies', collectionType: 'movies' });
      const mixture = fake.given.library({ name: 'Mixture' });
      fake.given.library({ name: 'New', isScanned: false });
      expect(await client.libraries()).toEqual([
        { id: movies.guid, name: 'Movies', collectionType: 'movies' },
        { id: mixture.guid, name: 'Mixture', collectionType: null },
      ]);
    });

    it('says that it knows no rating of such a name by not naming it', async () => {
      fake.given.ratings([
        { name: 'PG', score: 10, subScore: 0 },
        { name: 'FSK-12', score: 12, subScore: null },
      ]);
      expect((await client.parentalRatings()).map(({ name, cap }) => [name, cap.score])).toEqual([
        ['PG', 10],
        ['FSK-12', 12],
      ]);
    });
  });

  describe('accounts', () => {
    const limits = { maxRating: null, blockUnrated: [] };
    const policy = { administrator: false, disabled: false, allLibraries: true, libraryIds: [], limits };

    it('are listed in one call, with what each may do', async () => {
      const { users, isComplete } = await client.users();
      expect(isComplete).toBe(true);
      expect(users).toMatchObject([
        { id: admin.id, name: 'root', policy: { ...policy, administrator: true } },
        { id: mara.id, name: 'mara', policy },
      ]);
      expect(fake.calls()).toHaveLength(1);
    });

    it('are read one by one, by their ids in either notation', async () => {
      const dashes = mara.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
      expect(await client.user(mara.id)).toMatchObject({ id: mara.id, name: 'mara', policy, hasPassword: true });
      expect(await client.user(dashes)).toMatchObject({ id: mara.id });
    });

    it('are gone when the list of all affirms it', async () => {
      fake.removeAccount(mara.id);
      expect(await client.user(mara.id)).toBeNull();
      expect(fake.calls(calls.users)).toHaveLength(1);
    });

    it('security 34: are not gone because of a 404 of somebody in between', async () => {
      fake.fail(calls.user, { status: 404, body: '<html>' });
      expect(await failureOf(client.user(mara.id))).toMatchObject({ kind: 'malformed' });
      fake.removeAccount(mara.id);
      fake.fail(calls.users, { body: product === 'emby' ? { Items: [null] } : [null] });
      expect(await failureOf(client.user(mara.id))).toMatchObject({ kind: 'malformed' });
      fake.fail(calls.users, 404);
      expect(await failureOf(client.user(mara.id))).toMatchObject({ kind: 'not_found' });
    });

    it('security 7: that nobody can have are asked of nobody', async () => {
      for (const id of ['', '.', '../Items', '0'.repeat(32), 'a/b', 'a'.repeat(200)]) {
        expect(await client.user(id)).toBeNull();
        expect(await client.changePolicy(id, () => ({ disabled: true }))).toEqual({ outcome: 'absent' });
        expect(await client.setPassword(id, Secret.of(PASSWORD))).toBe('absent');
        expect(await client.deleteUser(id)).toBe('absent');
      }
      expect(fake.calls()).toEqual([]);
    });

    it('security 34: another account than the one asked for is no answer', async () => {
      fake.fail(calls.user, { body: { Id: admin.id, Name: 'mara', Policy: mara.policy } });
      expect(await failureOf(client.user(mara.id))).toMatchObject({ kind: 'malformed' });
    });

    it.each([
      null,
      'mara',
      {},
      { Name: 'kim' },
      { Id: 'b'.repeat(32) },
      { Id: 'b'.repeat(32), Name: '' },
      { Id: 'b'.repeat(32), Name: 7 },
      { Id: 'b'.repeat(32), Name: 'k'.repeat(513) },
      { Id: '../..', Name: 'kim' },
      { Id: '0'.repeat(32), Name: 'kim' },
    ])('security 34: a row that names nobody makes the list incomplete, and spoils no other: %j', async (row) => {
      const sound = { Id: mara.id, Name: 'mara', Policy: mara.policy };
      const rows = [row, sound, sound];
      fake.fail(calls.users, { body: product === 'emby' ? { Items: rows, TotalRecordCount: 2 } : rows });
      const { users, isComplete } = await client.users();
      expect(users).toMatchObject([{ id: mara.id, name: 'mara', policy }]);
      expect(users).toHaveLength(1);
      expect(isComplete).toBe(false);
    });

    it.each([undefined, null, {}, 'all', { ...LEAST_POLICY, IsAdministrator: undefined }])(
      'issue 21: whose policy can’t be read may be an administrator, and nothing is written to it: %j',
      async (unreadable) => {
        const body = { Id: mara.id, Name: 'mara', Policy: unreadable };
        fake.fail(calls.user, { body }, Number.POSITIVE_INFINITY);
        expect(await client.user(mara.id)).toMatchObject({ id: mara.id, policy: null });
        const disable = (): PolicyChange => ({ disabled: true });
        expect(await failureOf(client.changePolicy(mara.id, disable))).toMatchObject({ kind: 'malformed' });
        expect(await failureOf(client.setPassword(mara.id, Secret.of('x')))).toMatchObject({ kind: 'malformed' });
        expect(await failureOf(client.deleteUser(mara.id))).toMatchObject({ kind: 'malformed' });
        expect(fake.calls().every(({ method }) => method === 'GET')).toBe(true);
      },
    );
  });

  describe('a title', () => {
    const harbor = { type: 'movie', tmdbId: 990_101, tvdbId: null, title: 'Harbor Lights', year: 2024 } as const;
    const relay = { type: 'tv', tmdbId: 990_201, tvdbId: 880_201, title: 'Northern Relay', year: 2025 } as const;

    it('is found by its ids, with what links need', async () => {
      const film = fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101 });
      const series = fake.given.item({ type: 'Series', name: 'Northern Relay', year: 2025, tvdbId: 880_201 });
      const { serverId } = fake;
      expect(await client.findTitle(mara.id, harbor)).toEqual([
        { id: film.id, serverId, name: 'Harbor Lights', year: 2024 },
      ]);
      expect(await client.findTitle(mara.id, relay)).toMatchObject([{ id: series.id }]);
    });

    it('issue 46: of several all are found in one call', async () => {
      const film = fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101 });
      const series = fake.given.item({ type: 'Series', name: 'Northern Relay', tvdbId: 880_201 });
      const found = await client.findTitles(mara.id, [relay, harbor, { ...harbor, tmdbId: 5 }]);
      expect(found.map((items) => items?.map(({ id }) => id))).toEqual([[series.id], [film.id], []]);
      expect(fake.calls()).toHaveLength(1);
      expect(await client.findTitles(mara.id, [])).toEqual([]);
      expect(fake.calls()).toHaveLength(1);
    });

    it('issue 46: of several none is missing where a part of the list was left out', async () => {
      const row = { Id: 'b'.repeat(32), Type: 'Movie', ProviderIds: { Tmdb: '5' } };
      fake.fail(calls.items, { body: { Items: [row], TotalRecordCount: 2 } });
      expect(await client.findTitles(mara.id, [harbor, relay])).toEqual([null, null]);
    });

    it('issue 21: in a library that the person can’t see is missing', async () => {
      const movies = fake.given.library({ name: 'Movies', collectionType: 'movies' });
      fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101, library: movies });
      await client.changePolicy(mara.id, () => ({ libraries: [] }));
      expect(await client.findTitle(mara.id, harbor)).toEqual([]);
      expect(await client.findTitle(admin.id, harbor)).toHaveLength(1);
    });

    it('issue 21: above a person’s cap is missing', async () => {
      fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101, rating: 'R' });
      const limits = { maxRating: { score: 13, subScore: null }, blockUnrated: [] };
      await client.changePolicy(mara.id, () => ({ limits }));
      expect(await client.findTitle(mara.id, harbor)).toEqual([]);
    });

    it.each(['', '0'.repeat(32), '00000000-0000-0000-0000-000000000000', '..'])(
      'security 7: is asked for nobody but an account: %j',
      async (userId) => {
        fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101 });
        const failing = client.findTitle(userId, harbor);
        expect(await failureOf(failing)).toMatchObject({ kind: 'not_found', definitelyNotSent: true });
        expect(fake.calls()).toEqual([]);
      },
    );

    it('of an account that is gone is a fault, and not missing', async () => {
      fake.removeAccount(mara.id);
      expect(await failureOf(client.findTitle(mara.id, harbor))).toMatchObject({ kind: 'not_found' });
    });

    it.each([
      ['are nonsense', { Items: [null], TotalRecordCount: 1 }],
      ['are cut short', { Items: [], TotalRecordCount: 3 }],
      ['are no list', { Items: {}, TotalRecordCount: 0 }],
      ['are absent', { TotalRecordCount: 0 }],
    ])('security 34: is unknown where the items %s', async (_, body) => {
      fake.fail(calls.items, { body });
      expect(await failureOf(client.findTitle(mara.id, harbor))).toMatchObject({ kind: 'malformed' });
    });

    it('is given up with its caller', async () => {
      fake.fail(calls.items, 'timeout');
      const giveUp = new AbortController();
      const arrived = fake.nextCall(calls.items);
      const failing = failureOf(client.findTitle(mara.id, harbor, giveUp.signal));
      await arrived;
      giveUp.abort();
      expect(await failing).toMatchObject({ kind: 'aborted' });
    });
  });

  const READS = [
    ['info', () => client.probe()],
    ['users', () => client.users()],
    ['user', () => client.user(mara.id)],
    ['libraries', () => client.libraries()],
    ['ratings', () => client.parentalRatings()],
    ['items', () => client.findTitle(mara.id, { type: 'movie', tmdbId: 1, tvdbId: null })],
  ] as const;

  it.each(READS.flatMap(([call, work]) => FAULTS.map((fault) => [call, fault, work] as const)))(
    'security 34: what %s answers with %j is unknown, and neither empty nor absent',
    async (call, fault, work) => {
      expect(await meets(calls[call], faultOf(fault), work)).toEqual(expect.any(String));
    },
  );
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMBY_CALLS, EmbyFake, type EmbyFakeOptions } from '../../../test/fakes/emby/emby-fake.js';
import type { StoredAccount } from '../../../test/fakes/mediabrowser/stored-media.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { EmbyClient } from './emby.client.js';

const KEY = 'canary-emby-key';
const NOW = Date.UTC(2026, 10, 20, 12);

describe('EmbyClient', () => {
  let fake: EmbyFake;
  let emby: EmbyClient;
  let mara: StoredAccount;

  beforeEach(() => serve());
  afterEach(() => fake.stop());

  async function serve(options: EmbyFakeOptions = {}, base = ''): Promise<void> {
    await fake?.stop();
    fake = await new EmbyFake({ apiKey: KEY, now: () => NOW, ...options }).start();
    mara = fake.given.account({ name: 'mara' });
    const device = { id: 'device 1', product: 'Usher', version: '1.2.3' };
    const [clock, log] = [new MovedClock(), silentLog];
    emby = new EmbyClient({ url: `${fake.url}${base}`, apiKey: Secret.of(KEY), device, clock, log });
  }

  it('emby facts, Auth: presents a token in its own header, and who calls at a sign-in alone', async () => {
    await emby.probe();
    await emby.checkPassword('mara', Secret.of('a-strong-one'));
    const [read, signIn, signOut] = fake.calls().map(({ headers }) => headers);
    expect(read).toMatchObject({ 'x-emby-token': KEY });
    expect(read?.authorization).toBeUndefined();
    const who = 'Emby UserId="", Client="Usher", Device="Usher", DeviceId="device%201", Version="1.2.3"';
    expect(signIn).toMatchObject({ authorization: who, 'x-emby-authorization': who });
    expect(signIn?.['x-emby-token']).toBeUndefined();
    expect(signOut?.['x-emby-token']).toMatch(/^planted-session-token-/);
  });

  it('issue 21, Real products: is spoken to below /emby too', async () => {
    await serve({}, '/emby');
    fake.given.library({ name: 'Movies' });
    expect(await emby.probe()).toMatchObject({ name: 'Loft' });
    expect(await emby.libraries()).toHaveLength(1);
    expect(await emby.user(mara.id)).toMatchObject({ name: 'mara' });
    expect(fake.calls().every(({ path }) => path.startsWith('/emby/'))).toBe(true);
    expect(fake.count('user')).toBe(1);
  });

  it('is no Jellyfin server, which names its product', async () => {
    const body = { ServerName: 'Den', Version: '12.0.0', ProductName: 'Jellyfin Server' };
    fake.fail(EMBY_CALLS.info, { body });
    expect(await failureOf(emby.probe())).toMatchObject({ kind: 'malformed', reason: 'another product answered' });
  });

  it('issue 21, Real products: makes an account without a password, which anybody can open until it has one', async () => {
    const made = await emby.createUser('kim');
    expect(emby.makesWithPassword).toBe(false);
    expect(made).toMatchObject({ hasPassword: false, createdAt: NOW });
    expect(await emby.checkPassword('kim', Secret.of(''))).toMatchObject({ outcome: 'accepted' });
    await emby.setPassword(made.id, Secret.of('one-time'));
    expect(await emby.checkPassword('kim', Secret.of(''))).toEqual({ outcome: 'bad_credentials' });
    expect(await emby.user(made.id)).toMatchObject({ hasPassword: true });
    expect(fake.calls(EMBY_CALLS.create)[0]?.body).toEqual({ Name: 'kim' });
    expect(fake.calls(EMBY_CALLS.password)[0]?.body).toEqual({ Id: made.id, NewPw: 'one-time', ResetPassword: false });
  });

  describe('a new name', () => {
    it('issue 21: is the last step of an account that is open to nobody until then', async () => {
      const { id } = await emby.createUser('usher-5f0c');
      await emby.setPassword(id, Secret.of('one-time'));
      await emby.changePolicy(id, () => ({ libraries: [] }));
      expect(await emby.renameUser(id, 'kim')).toBe('done');
      expect(fake.account('kim')).toMatchObject({ id, password: 'one-time', policy: { EnableAllFolders: false } });
      expect(fake.calls(EMBY_CALLS.rename)[0]?.body).toMatchObject({ Id: id, Name: 'kim', ServerId: fake.serverId });
    });

    it('that is taken or doesn’t fit is refused', async () => {
      const { id } = await emby.createUser('kim');
      expect(await failureOf(emby.renameUser(id, 'MARA'))).toMatchObject({ kind: 'rejected', status: 400 });
      expect(await failureOf(emby.renameUser(id, ' '))).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
      expect(fake.account('kim')?.id).toBe(id);
    });

    it('that the server takes and does not give is a failure', async () => {
      fake.ignoresChanges = true;
      expect(await failureOf(emby.renameUser(mara.id, 'kim'))).toMatchObject({ kind: 'failed' });
    });

    it('is for nobody who is gone, and for no administrator', async () => {
      fake.meanwhile(EMBY_CALLS.rename, async () => fake.removeAccount(mara.id));
      expect(await emby.renameUser(mara.id, 'kim')).toBe('absent');
      expect(await emby.renameUser(mara.id, 'kim')).toBe('absent');
      const { id } = fake.given.account({ name: 'root', administrator: true });
      expect(await emby.renameUser(id, 'kim')).toBe('administrator');
    });

    it('may be given although the answer was lost', async () => {
      fake.fail(EMBY_CALLS.rename, 'answer-lost');
      expect(await failureOf(emby.renameUser(mara.id, 'kim'))).toMatchObject({ kind: 'unreachable' });
      expect(fake.account('kim')?.id).toBe(mara.id);
    });
  });

  it('issue 21, Real products: names libraries by their GUIDs, and titles by short numbers', async () => {
    const { guid, number } = fake.given.library({ name: 'Movies', collectionType: 'movies' });
    const film = fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101 });
    const [movies] = await emby.libraries();
    expect(movies?.id).toBe(guid);
    await emby.changePolicy(mara.id, () => ({ libraries: [String(movies?.id)] }));
    expect(mara.policy.EnabledFolders).toEqual([guid]);
    const found = await emby.findTitle(mara.id, { type: 'movie', tmdbId: 990_101, tvdbId: null });
    expect(found).toMatchObject([{ id: film.id }]);
    expect(film.id).toMatch(/^\d{4}$/);
    await emby.changePolicy(mara.id, () => ({ libraries: [String(number)] }));
    expect(fake.visibleTo(mara)).toEqual([]);
  });

  it('emby facts, Items: asks for a title by all of its ids at once', async () => {
    const wanted = { type: 'tv', tmdbId: 990_201, tvdbId: 880_201, title: 'Northern Relay', year: 2025 } as const;
    expect(await emby.findTitle(mara.id, wanted)).toEqual([]);
    const query = { AnyProviderIdEquals: 'tmdb.990201,tvdb.880201', IncludeItemTypes: 'Series', Fields: 'ProviderIds' };
    expect(fake.calls().map((call) => call.query)).toEqual([expect.objectContaining(query)]);
  });

  it('takes nothing that the filter should have kept back', async () => {
    const other = { Id: '1', Type: 'Movie', ProviderIds: { Tmdb: '5' } };
    fake.fail(EMBY_CALLS.items, { body: { Items: [other], TotalRecordCount: 1 } });
    expect(await emby.findTitle(mara.id, { type: 'movie', tmdbId: 990_101, tvdbId: null })).toEqual([]);
  });

  it('asks for nothing without an id', async () => {
    expect(await emby.findTitle(mara.id, { type: 'movie', tmdbId: null, tvdbId: null })).toEqual([]);
    expect(fake.calls()).toEqual([]);
  });

  describe('a list of accounts that comes in parts', () => {
    beforeEach(async () => {
      await serve({ pageSize: 2 });
      for (const name of ['kim', 'otto', 'ana', 'zoe']) fake.given.account({ name });
    });

    it('is read to its end', async () => {
      const { users, isComplete } = await emby.users();
      expect(users.map(({ name }) => name)).toEqual(['mara', 'kim', 'otto', 'ana', 'zoe']);
      expect(isComplete).toBe(true);
      expect(fake.calls().map(({ query }) => query)).toEqual([{}, { StartIndex: '2' }, { StartIndex: '4' }]);
    });

    it('is incomplete where an account goes while it is read, since the next one moves up', async () => {
      fake.meanwhile(EMBY_CALLS.users, async () =>
        fake.meanwhile(EMBY_CALLS.users, async () => fake.removeAccount(mara.id)),
      );
      const { users, isComplete } = await emby.users();
      expect(users.map(({ name }) => name)).toEqual(['mara', 'kim', 'ana', 'zoe']);
      expect(isComplete).toBe(false);
    });

    it('is incomplete where the server sends the same part again', async () => {
      const body = { Items: [{ Id: mara.id, Name: 'mara' }], TotalRecordCount: 2 };
      fake.fail(EMBY_CALLS.users, { body }, 2);
      expect(await emby.users()).toMatchObject({ users: [{ name: 'mara' }], isComplete: false });
    });

    it('is incomplete where the server says of more than it tells', async () => {
      const body = { Items: [{ Id: mara.id, Name: 'mara' }], TotalRecordCount: 3 };
      fake.fail(EMBY_CALLS.users, { body });
      fake.fail(EMBY_CALLS.users, { body: { Items: [], TotalRecordCount: 3 } });
      expect(await emby.users()).toMatchObject({ users: [{ name: 'mara' }], isComplete: false });
    });

    it('doesn’t go on for ever', async () => {
      const body = { Items: [{ Id: mara.id, Name: 'mara' }], TotalRecordCount: 1_000_000_000 };
      fake.fail(EMBY_CALLS.users, { body }, Number.POSITIVE_INFINITY);
      expect(await emby.users()).toMatchObject({ isComplete: false });
      expect(fake.calls()).toHaveLength(20);
    });

    it('without a word of how many there are is taken as it is', async () => {
      fake.fail(EMBY_CALLS.users, { body: { Items: [{ Id: mara.id, Name: 'mara' }] } });
      expect(await emby.users()).toMatchObject({ users: [{ name: 'mara', policy: null }], isComplete: true });
    });
  });
});

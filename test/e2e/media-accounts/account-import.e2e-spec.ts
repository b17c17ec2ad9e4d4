import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { HubIdentitiesRepository } from '../../../src/modules/users/users.public.js';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { limitContent } from '../../harness/kids-policy.js';
import { MediaHousehold } from '../../harness/media-household.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];
type Fields = Readonly<Record<string, unknown>>;

const LISTS: Readonly<Record<Kind, string>> = {
  video_server_a: JELLYFIN_CALLS.users,
  video_server_b: EMBY_CALLS.users,
  audiobook_server: AUDIOBOOKSHELF_CALLS.users,
  hub: PLEX_CALLS.shares,
};

const NOBODY = '7d444840-9dc0-41d1-b245-5ffdce74fad2';

describe('doc1 §4: POST /api/admin/media-servers/{instanceID}/import', () => {
  let house: MediaHousehold;
  let number = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
  });

  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    await house.unlinkAll();
    for (const kind of KINDS) {
      await house.grant(kind);
      house.fakes[kind].recover();
      house.fakes[kind].forgetCalls();
    }
  });

  afterAll(() => house.close());

  /** Puts an account in place and answers its id. */
  const give = (kind: Kind, name: string, administrator = false): string => {
    switch (kind) {
      case 'video_server_a':
        return house.jellyfin.given.account({ name, administrator }).id;
      case 'video_server_b':
        return house.emby.given.account({ name, administrator }).id;
      case 'audiobook_server':
        return house.audiobookshelf.given.account({ username: name, type: administrator ? 'admin' : 'user' }).id;
      case 'hub': {
        const id = 7_000_000 + number * 100 + house.hub.shares.of(BASEMENT).length;
        const person = house.hub.given.person({
          id,
          username: name,
          email: `${name.replaceAll(' ', '.')}@example.org`,
        });
        house.hub.given.share(BASEMENT, person);
        return String(id);
      }
    }
  };

  const take = (kind: Kind, ids: unknown, fields: Fields = {}): Promise<Answer> =>
    house.admin.post(`/api/admin/media-servers/${house.ids[kind]}/import`, {
      remote_user_ids: ids,
      server_url: house.app.url,
      ...fields,
    });

  const resultsOf = ({ body }: Answer): readonly Fields[] => (body as { results: readonly Fields[] }).results;

  const userNamed = async (name: string): Promise<Fields | undefined> =>
    ((await house.admin.get('/api/admin/users')).body as readonly Fields[]).find(({ username }) => username === name);

  const writesTo = (kind: Kind): readonly string[] =>
    house.fakes[kind]
      .calls()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);

  it.each(KINDS)('%s: makes the person, grants the server, links the account and gives a link', async (kind) => {
    const name = `new ${number}`;
    const id = give(kind, name);
    const answer = await take(kind, [id]);
    expect(answer.status).toBe(200);
    const user = await userNamed(name);
    const [row = {}] = resultsOf(answer);
    expect(row).toEqual({
      remote_user_id: id,
      remote_username: name,
      user_id: user?.id,
      username: name,
      created: true,
      linked: true,
      link: row.link,
      origin_source: 'app',
    });
    const token = new URL(String(row.link)).searchParams.get('token');
    const connected = await house.app.http.post('/api/auth/connect', { token, device_name: 'theirs' });
    const person = house.app.sessionOf(connected);
    expect(await house.shown(person, kind)).toMatchObject({ account: { manage_access: false, verified: true } });
    const rows = (await house.admin.get('/api/admin/media-servers/accounts')).body as readonly Fields[];
    expect(rows.find(({ username }) => username === name)).toMatchObject({
      granted: true,
      created_by_cantinarr: false,
    });
    expect(writesTo(kind)).toEqual([]);
    expect(house.fakes[kind].calls(LISTS[kind]).length).toBeGreaterThan(0);
    if (kind === 'hub') expect(user).toMatchObject({ hub_email: `new.${number}@example.org` });
  });

  it('finds the person of exactly this name', async () => {
    const kind = 'video_server_a';
    const [same, other] = [give(kind, 'ana'), give(kind, `Ana ${number}`)];
    const [first, second] = resultsOf(await take(kind, [same, other]));
    expect(first).toEqual({
      remote_user_id: same,
      remote_username: 'ana',
      user_id: house.ana.userId,
      username: 'ana',
      created: false,
      linked: true,
    });
    expect(second).toMatchObject({ created: true, username: `Ana ${number}` });
    expect(await house.shown(house.ana, kind)).toMatchObject({ account: { username: 'ana' } });
  });

  describe('issue 43 A1, security 37: an account that was linked makes no new person', () => {
    const KNOWN = { created: false, linked: false, error: 'user_failed', code: 'identity_known' };

    it.each(['video_server_a', 'hub'] as const)(
      '%s: once its link has ended, or its person is deleted; a linked one is nobody else’s',
      async (kind) => {
        const name = `known ${number}`;
        const id = give(kind, 'another name');
        await house.grant(kind, house.ben);
        await house.link(house.ben, kind, id);
        expect(resultsOf(await take(kind, [id]))).toMatchObject([{ error: 'already_linked' }]);
        await house.admin.delete(house.accountPath(house.ben, kind));
        expect(resultsOf(await take(kind, [id]))).toMatchObject([KNOWN]);
        const invited = await house.app.invite(name);
        await house.link(invited, kind, id);
        await house.admin.delete(`/api/admin/users/${invited.userId}`);
        expect(resultsOf(await take(kind, [id]))).toMatchObject([KNOWN]);
        expect(await userNamed('another name')).toBeUndefined();
      },
    );

    it('once it was imported and its person, a child, is deleted; an invited one is found by the name', async () => {
      const name = `kid ${number}`;
      const id = give('video_server_a', name);
      const [first = {}] = resultsOf(await take('video_server_a', [id]));
      const token = new URL(String(first.link)).searchParams.get('token');
      const connected = await house.app.http.post('/api/auth/connect', { token, device_name: 'theirs' });
      await limitContent(house.admin, house.app.sessionOf(connected));
      await house.admin.delete(`/api/admin/users/${String(first.user_id)}`);
      expect(resultsOf(await take('video_server_a', [id]))).toMatchObject([KNOWN]);
      const { userId } = await house.app.invite(name);
      expect(resultsOf(await take('video_server_a', [id]))).toMatchObject([{ user_id: userId, linked: true }]);
      await house.admin.delete(`/api/admin/users/${userId}`);
    });
  });

  it('doc1 §4 Hub sign-in: an account that signs somebody else in is taken over by nobody new', async () => {
    const [theirs, other] = [give('hub', `theirs ${number}`), give('hub', `other ${number}`)];
    const identity = { hubAccountId: theirs, userId: house.ben.userId, email: '', username: 'ben', createdAt: 0 };
    const { app } = house;
    await app.get(Database).write((tx) => app.get(HubIdentitiesRepository).add(tx, identity));
    const [first, second] = resultsOf(await take('hub', [theirs, other]));
    expect(first).toMatchObject({ linked: false, error: 'user_failed', code: 'identity_known' });
    expect(second).toMatchObject({ linked: true });
    expect(second).not.toHaveProperty('hub_identity_error');
    await app.get(Database).write((tx) => app.get(HubIdentitiesRepository).remove(tx, house.ben.userId));
  });

  it('issue 43 E31, doc1 §4: takes a share that is accepted by its address too, in any case, and only once', async () => {
    const id = give('hub', `mail ${number}`);
    const asked = `Mail.${number}@Example.org`;
    const [first, again] = resultsOf(await take('hub', [asked, id]));
    expect(first).toMatchObject({ remote_user_id: asked, username: `mail ${number}`, created: true, linked: true });
    expect(again).toMatchObject({ linked: false, error: 'already_linked' });
    const rows = (await house.admin.get('/api/admin/media-servers/accounts')).body as readonly Fields[];
    expect(rows.find(({ username }) => username === `mail ${number}`)).toMatchObject({ remote_user_id: id });
  });

  it('at the hub a name says nothing of who somebody is', async () => {
    const id = give('hub', 'ana');
    expect(resultsOf(await take('hub', [id]))).toEqual([
      { remote_user_id: id, remote_username: 'ana', created: false, linked: false, error: 'username_conflict' },
    ]);
    expect(await house.shown(house.ana, 'hub')).toBeUndefined();
  });

  it('takes each row for itself, and the list is read once', async () => {
    const kind = 'video_server_a';
    const [taken, mine, fine] = [give(kind, `taken ${number}`), give(kind, 'ben'), give(kind, `fine ${number}`)];
    await house.link(house.ana, kind, taken);
    await house.link(house.ben, kind, give(kind, `own ${number}`));
    house.jellyfin.forgetCalls();
    const results = resultsOf(await take(kind, [NOBODY, taken, mine, fine, fine]));
    expect(results.map(({ error }) => error)).toEqual([
      'not_found',
      'already_linked',
      'user_has_account',
      undefined,
      'already_linked',
    ]);
    expect(house.jellyfin.calls()).toHaveLength(1);
    await house.admin.delete(house.accountPath(house.ben, kind));
  });

  it('nobody of ours can bear some names, and nothing is left of them', async () => {
    const id = give('audiobook_server', 'with\u0007bell');
    expect(resultsOf(await take('audiobook_server', [id]))).toMatchObject([{ error: 'user_failed', linked: false }]);
  });

  it('issue 43 A3: nor a name that people take for that of somebody else, who is not linked with it', async () => {
    const [audio, hub] = [give('audiobook_server', 'BEN'), give('hub', 'Ben')];
    expect(resultsOf(await take('audiobook_server', [audio]))).toMatchObject([{ error: 'user_failed', linked: false }]);
    expect(resultsOf(await take('hub', [hub]))).toMatchObject([{ error: 'user_failed', linked: false }]);
    expect(await userNamed('BEN')).toBeUndefined();
  });

  it('manages them where that is asked for, and administrators never', async () => {
    const kind = 'video_server_b';
    const [managed, boss] = [give(kind, `managed ${number}`), give(kind, `boss ${number}`, true)];
    await take(kind, [managed, boss], { manage_access: true });
    const rows = (await house.admin.get('/api/admin/media-servers/accounts')).body as readonly Fields[];
    const managing = (id: string) => rows.find(({ remote_user_id: remote }) => remote === id)?.manage_access;
    expect([managing(managed), managing(boss)]).toEqual([true, false]);
  });

  it('is 400 for no list, too many, no address and what is no media server; 404 and 502 otherwise', async () => {
    const id = give('video_server_a', `other ${number}`);
    const films = await house.app.connectRadarr(house.admin);
    const path = (instance: string): string => `/api/admin/media-servers/${instance}/import`;
    const body = { remote_user_ids: [id], server_url: house.app.url };
    expect((await take('video_server_a', [])).status).toBe(400);
    expect((await take('video_server_a', Array.from({ length: 201 }, String))).status).toBe(400);
    expect((await take('video_server_a', [id], { server_url: '' })).status).toBe(400);
    expect((await house.admin.post(path(films), body)).status).toBe(400);
    expect((await house.admin.post(path('video_server_a-none'), body)).status).toBe(404);
    house.jellyfin.startingUp = true;
    expect((await take('video_server_a', [id])).status).toBe(502);
    house.jellyfin.startingUp = false;
    expect(await userNamed(`other ${number}`)).toBeUndefined();
  });
});

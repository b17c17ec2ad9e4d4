import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { HubIdentitiesRepository } from '../../../src/modules/users/users.public.js';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];
/** Of people's own servers one stands for all: what differs is tried in `servers/media-server.spec`. */
const TWO = ['video_server_a', 'hub'] as const;
type Fields = Readonly<Record<string, unknown>>;

const LISTS: Readonly<Record<Kind, string>> = {
  video_server_a: JELLYFIN_CALLS.users,
  video_server_b: EMBY_CALLS.users,
  audiobook_server: AUDIOBOOKSHELF_CALLS.users,
  hub: PLEX_CALLS.shares,
};

describe('doc1 §4: linked accounts, for administrators', () => {
  let house: MediaHousehold;
  let remote: Readonly<Record<Kind, string>>;
  let bosses: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    const { jellyfin, emby, audiobookshelf, hub, hubs } = house;
    const person = hub.given.person({ id: 3_100_460, username: 'anna', email: 'anna@example.org' });
    hub.shares.befriend(hubs.mara, person);
    hub.given.share(BASEMENT, person);
    remote = {
      video_server_a: jellyfin.given.account({ name: 'anna' }).id,
      video_server_b: emby.given.account({ name: 'anna' }).id,
      audiobook_server: audiobookshelf.given.account({ username: 'anna' }).id,
      hub: String(person.id),
    };
    bosses = {
      video_server_a: jellyfin.given.account({ name: 'boss', administrator: true }).id,
      video_server_b: emby.given.account({ name: 'boss', administrator: true }).id,
      audiobook_server: audiobookshelf.root.id,
      hub: String(hubs.mara.id),
    };
  });

  beforeEach(async () => {
    await house.unlinkAll();
    for (const kind of KINDS) {
      await house.grant(kind);
      house.fakes[kind].recover();
      house.fakes[kind].forgetCalls();
    }
  });

  afterAll(() => house.close());

  const rows = async (): Promise<readonly Fields[]> =>
    (await house.admin.get('/api/admin/media-servers/accounts')).body as readonly Fields[];

  const rowOf = async (kind: Kind): Promise<Fields | undefined> =>
    (await rows()).find(({ instance_id: id }) => id === house.ids[kind]);

  const manage = (person: Session, kind: Kind, manages: unknown) =>
    house.admin.patch(`${house.accountPath(person, kind)}/management`, { manage_access: manages });

  const writesTo = (kind: Kind): readonly string[] =>
    house.fakes[kind]
      .calls()
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);

  describe('linking', () => {
    it.each(KINDS)('%s: links with an account that is there, and nothing else changes', async (kind) => {
      const linked = await house.link(house.ana, kind, remote[kind]);
      const row = {
        user_id: house.ana.userId,
        username: 'ana',
        instance_id: house.ids[kind],
        service_type: kind,
        remote_user_id: remote[kind],
        remote_username: 'anna',
        created_by_cantinarr: false,
        manage_access: false,
        granted: false,
        access_sync_pending: false,
        disabled: false,
        administrator: false,
        verified: true,
        pending: false,
        live_username: 'anna',
        gone: false,
        attempts: 0,
        last_error: null,
      };
      expect({ status: linked.status, body: linked.body }).toEqual({
        status: 200,
        body: { ...row, instance_name: (linked.body as Fields).instance_name },
      });
      expect(await rows()).toEqual([linked.body]);
      expect(writesTo(kind)).toEqual([]);
      expect(await house.shown(house.ana, kind)).toBeUndefined();
    });

    it.each(TWO)('%s: links an administrator there, and manages none', async (kind) => {
      const managed = await house.link(house.ana, kind, bosses[kind], { manage_access: true });
      expect(managed).toMatchObject({ status: 409, body: { code: 'administrator' } });
      const linked = await house.link(house.ana, kind, bosses[kind]);
      expect(linked).toMatchObject({ status: 200, body: { administrator: true, manage_access: false } });
      expect(await manage(house.ana, kind, true)).toMatchObject({ status: 409, body: { code: 'administrator' } });
      expect(writesTo(kind)).toEqual([]);
    });

    it('doc1 §4 Hub sign-in: says that the account at the hub signs somebody else in', async () => {
      const { app } = house;
      const identity = { hubAccountId: remote.hub, userId: house.ben.userId, email: '', username: 'ben', createdAt: 0 };
      await app.get(Database).write((tx) => app.get(HubIdentitiesRepository).add(tx, identity));
      const { status, body } = await house.link(house.ana, 'hub', remote.hub);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { hub_identity_error: expect.stringContaining('sign in') },
      });
      await house.admin.delete(house.accountPath(house.ana, 'hub'));
      expect((await house.link(house.ben, 'hub', remote.hub)).body).not.toHaveProperty('hub_identity_error');
      await app.get(Database).write((tx) => app.get(HubIdentitiesRepository).remove(tx, house.ben.userId));
    });

    it('says which of both is linked already', async () => {
      await house.link(house.ana, 'video_server_a', remote.video_server_a);
      const again = await house.link(house.ana, 'video_server_a', bosses.video_server_a);
      expect(again).toMatchObject({ status: 409, body: { code: 'account_exists' } });
      const taken = await house.link(house.ben, 'video_server_a', remote.video_server_a);
      expect(taken).toMatchObject({ status: 409, body: { code: 'remote_already_linked' } });
    });

    it('is 404 for what does not exist, 400 for what is no media server, 502 for what can not be read', async () => {
      const films = await house.app.connectRadarr(house.admin);
      const body = { remote_user_id: remote.video_server_a };
      const path = (user: number, instance: string): string =>
        `/api/admin/users/${user}/media-servers/${instance}/account`;
      const status = async (user: number, instance: string, sent: Fields = body): Promise<number> =>
        (await house.admin.put(path(user, instance), sent)).status;
      const { userId } = house.ana;
      const a = house.ids.video_server_a;
      expect(await status(99_999, a)).toBe(404);
      expect(await status(userId, 'video_server_a-none')).toBe(404);
      expect(await status(userId, a, { remote_user_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2' })).toBe(404);
      expect(await status(userId, a, { remote_user_id: '../../System/Info' })).toBe(404);
      expect(await status(userId, films)).toBe(400);
      expect(await status(userId, a, {})).toBe(400);
      house.jellyfin.startingUp = true;
      expect(await status(userId, a)).toBe(502);
      house.jellyfin.startingUp = false;
      expect(await rows()).toEqual([]);
    });
  });

  describe('unlinking', () => {
    it.each(TWO)('%s: keeps the account and the grant, and is remembered', async (kind) => {
      await house.grant(kind, house.ana);
      await house.link(house.ana, kind, remote[kind]);
      house.fakes[kind].forgetCalls();
      expect((await house.admin.delete(house.accountPath(house.ana, kind))).status).toBe(204);
      expect(house.fakes[kind].calls()).toEqual([]);
      expect(await house.shown(house.ana, kind)).toMatchObject({ account: null, auto_link_suppressed: true });
      expect((await house.admin.delete(house.accountPath(house.ana, kind))).status).toBe(404);
      await house.link(house.ana, kind, remote[kind]);
      expect(await house.shown(house.ana, kind)).toMatchObject({ auto_link_suppressed: false });
    });

    it('a deleted instance takes its links with it', async () => {
      const { jellyfin, admin, ana } = house;
      const created = await admin.post('/api/instances', {
        service_type: 'video_server_a',
        name: 'Again',
        url: jellyfin.url,
        api_key: 'planted-key-of-jellyfin',
      });
      const { id } = created.body as { id: string };
      await admin.put(`/api/admin/users/${ana.userId}/media-servers/${id}/account`, {
        remote_user_id: remote.video_server_a,
      });
      expect(await rows()).toHaveLength(1);
      expect((await admin.delete(`/api/instances/${id}`)).status).toBe(204);
      expect(await rows()).toEqual([]);
    });
  });

  describe('managing', () => {
    it.each(TWO)(
      '%s: verifies the account first; stops without asking anybody, and nothing is to be written',
      async (kind) => {
        await house.grant(kind, house.ana);
        await house.link(house.ana, kind, remote[kind]);
        const managed = await manage(house.ana, kind, true);
        expect(managed).toMatchObject({ status: 200, body: { manage_access: true, verified: true, granted: true } });
        await house.settle();
        house.fakes[kind].forgetCalls();
        const stopped = await manage(house.ana, kind, false);
        expect(stopped).toMatchObject({
          status: 200,
          body: { manage_access: false, verified: false, access_sync_pending: false, last_error: null },
        });
        expect(house.fakes[kind].calls()).toEqual([]);
      },
    );

    it('is 404 without a link, 502 when the account can not be verified, 400 without a word', async () => {
      expect((await manage(house.ana, 'video_server_a', true)).status).toBe(404);
      expect((await manage(house.ana, 'video_server_a', false)).status).toBe(404);
      const gone = house.jellyfin.given.account({ name: 'short-lived' });
      await house.link(house.ana, 'video_server_a', gone.id);
      expect((await manage(house.ana, 'video_server_a', undefined)).status).toBe(400);
      house.jellyfin.startingUp = true;
      expect((await manage(house.ana, 'video_server_a', true)).status).toBe(502);
      house.jellyfin.startingUp = false;
      house.jellyfin.removeAccount(gone.id);
      expect((await manage(house.ana, 'video_server_a', true)).status).toBe(502);
      expect(await rowOf('video_server_a')).toMatchObject({ manage_access: false });
    });
  });

  describe('the list of linked accounts', () => {
    it('reads each server once, however many accounts are linked there', async () => {
      for (const kind of KINDS) await house.link(house.ana, kind, remote[kind]);
      for (const kind of KINDS) house.fakes[kind].forgetCalls();
      expect(await rows()).toHaveLength(4);
      for (const kind of KINDS) expect(house.fakes[kind].calls().map(({ method }) => method)).toEqual(['GET']);
    });

    it('shows what was said last where a server can not be read, and what is gone', async () => {
      const gone = house.jellyfin.given.account({ name: 'short-lived' });
      await house.link(house.ana, 'video_server_a', gone.id);
      house.jellyfin.fail(LISTS.video_server_a, 500);
      const row = await rowOf('video_server_a');
      expect(row).toMatchObject({ verified: false, gone: false, remote_username: 'short-lived' });
      expect(row).not.toHaveProperty('live_username');
      house.jellyfin.removeAccount(gone.id);
      expect(await rowOf('video_server_a')).toMatchObject({ verified: false, gone: true });
    });

    it('issue 21: says of a kids account whether the account there carries its limits', async () => {
      const child = await house.app.invite('child');
      await house.admin.put(`/api/admin/users/${child.userId}/content-policy`, {
        max_movie_rating: 'PG',
        max_tv_rating: 'TV-PG',
      });
      await house.link(child, 'video_server_a', remote.video_server_a);
      expect(await rowOf('video_server_a')).toMatchObject({ limits_applied: false });
      await house.admin.delete(house.accountPath(child, 'video_server_a'));
    });
  });

  describe('the accounts of a server', () => {
    it.each(TWO)('%s: are a bare list, linked or not', async (kind) => {
      const { status, body } = await house.admin.get(`/api/admin/media-servers/${house.ids[kind]}/users`);
      expect(status).toBe(200);
      const rest = { is_disabled: false, pending: false };
      expect(body).toContainEqual({ id: remote[kind], name: 'anna', is_administrator: false, ...rest });
      expect(body).toContainEqual(expect.objectContaining({ id: bosses[kind], is_administrator: true, ...rest }));
    });

    it('are invitations too on the hub, by their address', async () => {
      house.hub.shares.put(BASEMENT, 'new@example.org', false);
      const { body } = await house.admin.get(`/api/admin/media-servers/${house.ids.hub}/users`);
      expect(body).toContainEqual(
        expect.objectContaining({ id: 'new@example.org', pending: true, is_administrator: false }),
      );
    });

    it('are 404, 400 and 502 as the instance is', async () => {
      const films = await house.app.connectRadarr(house.admin, { name: 'More' });
      const status = async (id: string): Promise<number> =>
        (await house.admin.get(`/api/admin/media-servers/${id}/users`)).status;
      house.emby.fail(LISTS.video_server_b, 'garbage');
      expect([await status('none'), await status(films), await status(house.ids.video_server_b)]).toEqual([
        404, 400, 502,
      ]);
    });
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import {
  AssignmentsChanged,
  InstanceAccessService,
  PreferencesChanged,
} from '../../../src/modules/instances/instances.public.js';
import { SERVICE_TYPE_UNKNOWN } from './candidate.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('whole sets of who holds and who prefers an instance', () => {
  let app: App;
  let admin: Session;
  let anaSession: Session;
  let ana: number;
  let ben: number;
  let films: string;
  let more: string;
  let series: string;
  const root = 1;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    anaSession = await app.invite('ana');
    ana = anaSession.userId;
    ben = (await app.invite('ben')).userId;
  });

  beforeEach(async () => {
    films = await app.connectRadarr(admin, { id: 'films', name: 'A' });
    more = await app.connectRadarr(admin, { id: 'more', name: 'B' });
    series = await app.connectSonarr(admin, { id: 'series' });
  });

  afterEach(async () => {
    for (const id of [films, more, series]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  const grantUsers = (id: string, userIds: unknown) =>
    admin.put(`/api/instances/${id}/grant-users`, { user_ids: userIds });
  const users = (id: string, userIds: unknown) => admin.put(`/api/instances/${id}/users`, { user_ids: userIds });
  const defaults = (userId: number, body: unknown) => admin.put(`/api/admin/users/${userId}/default-instances`, body);
  const grants = (userId: number, body: unknown) => admin.put(`/api/admin/users/${userId}/instance-grants`, body);
  const read = async (path: string): Promise<unknown> => (await admin.get(path)).body;
  const row = (user_id: number, instance_id: string) => ({ user_id, instance_id });

  const destination = async (userId: number): Promise<string> => {
    const requester = { userId, role: 'user' } as const;
    const find = app
      .get(Database)
      .read((tx) => app.get(InstanceAccessService).resolveDestination(tx, requester, 'movie_manager'));
    return (await find).id;
  };

  const eventsDuring = async (work: () => Promise<unknown>): Promise<unknown[]> => {
    const seen: unknown[] = [];
    const stops = [AssignmentsChanged, PreferencesChanged].map((type) =>
      app.get(EventBus).on<object>(type, (event) => void seen.push(event)),
    );
    await work();
    for (const stop of stops) stop();
    return seen;
  };

  describe('grant-users of an instance', () => {
    it('doc3 §3.2: become the exact set; the answer is every grant of the kind, by user and instance', async () => {
      await grantUsers(more, [ben, ana]);
      await grantUsers(series, [ana]);
      const { status, body } = await grantUsers(films, [root, ana, ana]);
      const all = [row(root, films), row(ana, films), row(ana, more), row(ben, more)];
      expect({ status, body }).toEqual({ status: 200, body: all });
      expect(await read(`/api/instances/${more}/grant-users`)).toEqual(all);
      expect((await grantUsers(films, [])).body).toEqual([row(ana, more), row(ben, more)]);
      expect(await read(`/api/instances/${series}/grant-users`)).toEqual([row(ana, series)]);
    });

    it('doc1 §4: never move a default: a grant sets none, and leaves preferences for other instances', async () => {
      await grantUsers(films, [ana]);
      await defaults(ana, { movie_manager: films });
      await grantUsers(more, [ana]);
      await grantUsers(more, []);
      expect(await read(`/api/admin/users/${ana}/default-instances`)).toEqual({ movie_manager: films });
      expect(await destination(ana)).toBe(films);
    });

    it('doc1 routing rule 4: who loses the instance prefers it no longer, and it doesn’t come back', async () => {
      for (const id of [films, more]) await grantUsers(id, [ana]);
      await defaults(ana, { movie_manager: more });
      await grantUsers(more, [ben]);
      await grantUsers(more, [ana]);
      expect(await read(`/api/admin/users/${ana}/default-instances`)).toEqual({});
      expect(await destination(ana)).toBe(films);
    });

    it('of two writers the last one wins, whole', async () => {
      await Promise.all([grantUsers(films, [ana]), grantUsers(films, [ben]), grantUsers(films, [root])]);
      expect([[row(root, films)], [row(ana, films)], [row(ben, films)]]).toContainEqual(
        await read(`/api/instances/${films}/grant-users`),
      );
    });
  });

  describe('users of an instance', () => {
    beforeEach(async () => {
      for (const id of [films, more]) await grantUsers(id, [root, ana, ben]);
    });

    it('doc3 §3.2: become the exact set that prefers it; the answer is every preference of the kind, by user', async () => {
      await users(more, [ana, ben]);
      const { status, body } = await users(films, [root, ana, ana]);
      const all = [row(root, films), row(ana, films), row(ben, more)];
      expect({ status, body }).toEqual({ status: 200, body: all });
      expect(await read(`/api/instances/${more}/users`)).toEqual(all);
      expect((await users(films, [])).body).toEqual([row(ben, more)]);
    });

    it('doc1 routing rule 5: change preferences only, and lead requests', async () => {
      const before = await read(`/api/instances/${films}/grant-users`);
      await users(more, [ana]);
      expect(await read(`/api/instances/${films}/grant-users`)).toEqual(before);
      expect([await destination(ana), await destination(ben)]).toEqual([more, films]);
    });

    it('security 6, doc1 routing rule 5: one without the instance refuses the whole set', async () => {
      await users(more, [ben]);
      await grantUsers(films, [ana]);
      for (const unassigned of [ben, root]) {
        const { status, body } = await users(films, [ana, unassigned]);
        expect({ status, body }).toEqual({
          status: 400,
          body: { error: 'user_ids names a user to whom the instance is not assigned', code: 'user_not_assigned' },
        });
      }
      expect(await read(`/api/instances/${films}/users`)).toEqual([row(ben, more)]);
    });
  });

  describe.each(['users', 'grant-users'])('security 6: %s', (what) => {
    const put = (id: string, userIds: unknown) => admin.put(`/api/instances/${id}/${what}`, { user_ids: userIds });

    it('with one unknown user among known ones are refused whole, and nobody is named', async () => {
      await grantUsers(films, [ana]);
      const { status, body } = await put(films, [ana, 999_999, ben]);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'user_ids names a user that does not exist',
          code: 'unknown_user',
          params: { name: 'user_ids' },
        },
      });
      expect(await read(`/api/instances/${films}/users`)).toEqual([]);
      expect(await read(`/api/instances/${films}/grant-users`)).toEqual([row(ana, films)]);
    });

    it('may be nothing but a list of ids', async () => {
      for (const ids of [undefined, null, 'all', [0], [-1], [1.5], ['1'], [null], [[1]], [2 ** 60]]) {
        const { status, body } = await put(films, ids);
        const error = 'user_ids must be a list of at most 10000 user ids';
        expect([ids, status, body]).toEqual([ids, 400, refusedWith(error)]);
      }
    });

    it('of an unknown instance are 404', async () => {
      for (const answer of [await put('gone', [ana]), await admin.get(`/api/instances/gone/${what}`)]) {
        expect([answer.status, answer.body]).toEqual([404, { error: 'instance not found', code: 'instance_missing' }]);
      }
    });
  });

  describe('default-instances of an account', () => {
    it('doc3 §3.2: are a map by kind; what isn’t named stays, null and an empty text clear', async () => {
      for (const id of [films, more, series]) await grantUsers(id, [ana]);
      const first = await defaults(ana, { movie_manager: more, tv_manager: series });
      expect([first.status, first.body]).toEqual([200, { movie_manager: more, tv_manager: series }]);
      expect((await defaults(ana, { movie_manager: films })).body).toEqual({
        movie_manager: films,
        tv_manager: series,
      });
      expect((await defaults(ana, { tv_manager: null })).body).toEqual({ movie_manager: films });
      expect((await defaults(ana, {})).body).toEqual({ movie_manager: films });
      expect((await defaults(ana, { movie_manager: '' })).body).toEqual({});
      expect(await read(`/api/admin/users/${ben}/default-instances`)).toEqual({});
    });

    it('doc1 routing rule 5: an instance that is not assigned is refused, an administrator’s too, and grants nothing', async () => {
      for (const userId of [ana, root]) {
        const { status, body } = await defaults(userId, { movie_manager: films });
        expect({ status, body }).toEqual({
          status: 400,
          body: {
            error: 'this Radarr instance is not assigned to the user',
            code: 'instance_not_assigned',
            params: { product: 'Radarr' },
          },
        });
      }
      expect(await read(`/api/instances/${films}/grant-users`)).toEqual([]);
    });

    it('with one that can’t be are refused whole', async () => {
      for (const id of [films, series]) await grantUsers(id, [ana]);
      for (const [fault, error] of [
        [{ movie_manager: 'gone' }, 'unknown Radarr instance'],
        [{ movie_manager: 'series' }, 'unknown Radarr instance'],
        [{ book_manager: 'films' }, 'unknown Chaptarr instance'],
        [{ movie_manager: 7 }, 'movie_manager must be an instance id or null'],
        [{ hub: 'films' }, 'a media server has no default'],
        [{ toString: 'films' }, SERVICE_TYPE_UNKNOWN],
      ] as readonly [object, string][]) {
        const { status, body } = await defaults(ana, { tv_manager: series, ...fault });
        expect([fault, status, body]).toEqual([fault, 400, refusedWith(error)]);
        expect(await read(`/api/admin/users/${ana}/default-instances`)).toEqual({});
      }
    });
  });

  describe('instance-grants of an account', () => {
    it('doc3 §3.2: are a map by kind; only the named kinds are replaced, null takes all', async () => {
      const first = await grants(ana, { movie_manager: [more, films, films], tv_manager: [series] });
      expect([first.status, first.body]).toEqual([200, { movie_manager: [films, more], tv_manager: [series] }]);
      expect((await grants(ana, { movie_manager: [more] })).body).toEqual({
        movie_manager: [more],
        tv_manager: [series],
      });
      expect((await grants(ana, { tv_manager: null })).body).toEqual({ movie_manager: [more] });
      expect((await grants(ana, { movie_manager: [] })).body).toEqual({});
      expect(await read(`/api/admin/users/${ben}/instance-grants`)).toEqual({});
    });

    it('doc1 routing rule 4: what is taken is no longer preferred; other preferences stay', async () => {
      await grants(ana, { movie_manager: [films, more], tv_manager: [series] });
      await defaults(ana, { movie_manager: more, tv_manager: series });
      await grants(ana, { movie_manager: [films] });
      expect(await read(`/api/admin/users/${ana}/default-instances`)).toEqual({ tv_manager: series });
      expect(await destination(ana)).toBe(films);
    });

    it('security 6: with one that can’t be are refused whole', async () => {
      const noList = 'movie_manager must be a list of at most 1000 instance ids or null';
      for (const [fault, error] of [
        [{ movie_manager: ['films', 'gone'] }, 'unknown Radarr instance'],
        [{ movie_manager: ['films', 'series'] }, 'unknown Radarr instance'],
        [{ movie_manager: 'films' }, noList],
        [{ movie_manager: Array<string>(1_001).fill('films') }, noList],
        [{ movie_manager: ['films', 7] }, noList],
        [{ hub: ['films'] }, 'unknown Plex instance'],
        [{ plex: [] }, SERVICE_TYPE_UNKNOWN],
      ] as const) {
        const { status, body } = await grants(ana, { tv_manager: [series], ...fault });
        expect([fault, status, body]).toEqual([fault, 400, refusedWith(error)]);
        expect(await read(`/api/admin/users/${ana}/instance-grants`)).toEqual({});
      }
    });
  });

  it.each(['default-instances', 'instance-grants'])('%s of an account that is none are 404, or 400', async (what) => {
    for (const [userId, status, error] of [
      ['999999', 404, 'user not found'],
      ['ana', 400, 'invalid user id'],
    ] as const) {
      const path = `/api/admin/users/${userId}/${what}`;
      for (const answer of [await admin.get(path), await admin.put(path, {})]) {
        expect([answer.status, answer.body]).toEqual([status, refusedWith(error)]);
      }
    }
  });

  it('security 3: all of them are for administrators alone', async () => {
    const paths = [
      ...['users', 'grant-users'].map((what) => `/api/instances/${films}/${what}`),
      ...['default-instances', 'instance-grants'].map((what) => `/api/admin/users/${ana}/${what}`),
    ];
    for (const path of paths) {
      const body = path.includes('/admin/') ? { movie_manager: null } : { user_ids: [ana] };
      for (const answer of [await anaSession.get(path), await anaSession.put(path, body)]) {
        expect([path, answer.status, answer.body]).toEqual([path, 403, refusedWith('permission denied')]);
      }
    }
    expect(await read(`/api/instances/${films}/grant-users`)).toEqual([]);
  });

  it('are reported to other modules once they have changed, and not when nothing did or all was refused', async () => {
    const events = await eventsDuring(async () => {
      await grantUsers(films, [ana, ben]);
      await grantUsers(films, [ben, ana]);
      await users(films, [ana]);
      await users(films, [ana]);
      await users(films, [999_999]);
      await defaults(ana, { movie_manager: films });
      await defaults(ana, { movie_manager: null });
      await grants(ana, { movie_manager: [films] });
      await grants(ana, { movie_manager: [more] });
    });
    expect(events).toEqual([
      new AssignmentsChanged(films),
      new PreferencesChanged([ana]),
      new PreferencesChanged([ana]),
      new AssignmentsChanged(films),
      new AssignmentsChanged(more),
    ]);
  });

  it('doc3 §1.6: are 503 while the storage is out of order', async () => {
    const other = await startApp();
    const otherAdmin = await other.setUpAdmin();
    await other.get(Database).close();
    const paths = [
      '/api/instances/films/users',
      '/api/instances/films/grant-users',
      '/api/admin/users/1/default-instances',
      '/api/admin/users/1/instance-grants',
    ];
    for (const path of paths) {
      const { status, body } = await otherAdmin.get(path);
      expect([path, status, body]).toEqual([path, 503, refusedWith('temporarily unavailable, retry shortly')]);
    }
    await other.close();
  });
});

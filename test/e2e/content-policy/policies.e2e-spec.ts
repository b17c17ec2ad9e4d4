import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { UserContentPolicyRow } from '../../../src/modules/users/tables/people.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

type Fields = Readonly<Record<string, unknown>>;

const LISTS = ['GET /3/certification/movie/list', 'GET /3/certification/tv/list'] as const;
const INPUT = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' };
const STORED = {
  ...INPUT,
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [],
  blocked_tv_genres: [],
};
const GERMAN = { max_movie_rating: '12', max_tv_rating: '12', rating_region: 'DE' };

describe('kids accounts, as administrators make them', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  let accounts = 0;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  beforeEach(async () => {
    accounts += 1;
    ana = await app.invite(`ana${accounts}`);
  });

  afterAll(() => app.close());

  const pathOf = (userId: number): string => `/api/admin/users/${userId}/content-policy`;
  const put = (body: Fields, userId = ana.userId): Promise<Answer> => admin.put(pathOf(userId), body);
  const get = (userId = ana.userId): Promise<Answer> => admin.get(pathOf(userId));
  const rows = (userId = ana.userId): Promise<number> =>
    app.get(Database).read((tx) => tx.countBy(UserContentPolicyRow, { userId }));

  describe('the policy', () => {
    it('doc3 §5.3: 404 for an account that is no kids account, and for an unknown one', async () => {
      const none = { status: 404, body: { error: 'not a kids account', code: 'not_a_kids_account' } };
      expect(await get()).toMatchObject(none);
      expect(await get(999)).toMatchObject(none);
    });

    it.each(['0', 'abc', '1.5'])('doc3 §5.3: 400 for the user id %s', async (id) => {
      const refused = { status: 400, body: refusedWith('invalid user ID') };
      expect(await admin.get(`/api/admin/users/${id}/content-policy`)).toMatchObject(refused);
      expect(await admin.delete(`/api/admin/users/${id}/content-policy`)).toMatchObject(refused);
    });

    it('doc3 §5.3: is stored and answered, its region US and the unrated hidden where nothing is said', async () => {
      expect(await put(INPUT)).toMatchObject({ status: 200, body: STORED });
      expect(await get()).toMatchObject({ status: 200, body: STORED });
    });

    it('doc3 §5.3: region in upper case, caps in the spelling of the scheme, genres once and in order', async () => {
      const typed = { max_movie_rating: ' ma15+ ', max_tv_rating: 'pg', rating_region: 'au', block_unrated: false };
      const genres = { blocked_movie_genres: [53, 27, 53], blocked_tv_genres: [10765] };
      expect((await put({ ...typed, ...genres })).body).toEqual({
        max_movie_rating: 'MA 15+',
        max_tv_rating: 'PG',
        rating_region: 'AU',
        block_unrated: false,
        blocked_movie_genres: [27, 53],
        blocked_tv_genres: [10765],
      });
    });

    it('doc1 §4: another one replaces it', async () => {
      await put({ ...INPUT, blocked_movie_genres: [27] });
      await put({ ...INPUT, max_movie_rating: 'G' });
      expect((await get()).body).toEqual({ ...STORED, max_movie_rating: 'G' });
      expect(await rows()).toBe(1);
    });

    it.each([
      ['an unknown region', { ...INPUT, rating_region: 'XX' }, 'unknown ratings region'],
      ['a region that is no country', { ...INPUT, rating_region: 'CA-QC' }, 'unknown ratings region'],
      [
        'a region that rates films alone',
        { max_movie_rating: 'G', max_tv_rating: 'G', rating_region: 'JP' },
        'unknown ratings region',
      ],
      ['a rating of another region', { ...INPUT, max_movie_rating: '12' }, 'max_movie_rating is not a rating of US'],
      ['a rating of films for series', { ...INPUT, max_tv_rating: 'PG' }, 'max_tv_rating is not a rating of US'],
      ['the place of the unrated', { ...INPUT, max_movie_rating: 'NR' }, 'max_movie_rating is not a rating of US'],
      ['no rating', { ...INPUT, max_tv_rating: ' ' }, 'max_tv_rating is not a rating of US'],
    ])('doc3 §5.3: 400 for %s, and nothing is stored', async (_, body, error) => {
      expect(await put(body)).toMatchObject({ status: 400, body: { error } });
      expect(await rows()).toBe(0);
    });

    it.each([
      [{ ...INPUT, blocked_movie_genres: [0] }],
      [{ ...INPUT, blocked_tv_genres: ['27'] }],
      [{ ...INPUT, blocked_tv_genres: [1.5] }],
      [{ max_tv_rating: 'TV-PG' }],
    ])('400 for %j', async (body) => {
      expect((await put(body)).status).toBe(400);
      expect(await rows()).toBe(0);
    });

    it('doc3 §5.3: 404 for an unknown account, and nothing is stored', async () => {
      expect(await put(INPUT, 999)).toMatchObject({ status: 404, body: { error: 'user not found' } });
      expect(await rows(999)).toBe(0);
    });

    it('doc3 §5.3: 503 for another region than the US while only the built-in ratings are known', async () => {
      const own = await startApp();
      try {
        const boss = await own.setUpAdmin();
        const { userId } = await own.invite('ana');
        const input = (body: Fields): Promise<Answer> => boss.put(pathOf(userId), body);
        for (const list of LISTS) own.tmdb.fail(list, 503, 100);
        const error = 'ratings lists temporarily unavailable';
        expect(await input(GERMAN)).toMatchObject({ status: 503, body: { error } });
        expect(await input({ ...INPUT, rating_region: 'XX' })).toMatchObject({ status: 503, body: { error } });
        expect((await input(INPUT)).status).toBe(200);
        expect((await input({ ...INPUT, max_movie_rating: '12' })).status).toBe(400);
      } finally {
        await own.close();
      }
    });

    it('doc1 §4: DELETE makes it an ordinary account again, and may be called again', async () => {
      await put(INPUT);
      const cleared = { status: 200, body: { status: 'cleared' } };
      expect(await admin.delete(pathOf(ana.userId))).toMatchObject(cleared);
      expect((await get()).status).toBe(404);
      expect(await admin.delete(pathOf(ana.userId))).toMatchObject(cleared);
      expect(await admin.delete(pathOf(999))).toMatchObject(cleared);
    });

    it('security 19: 503 when it can not be read, and it stays a kids account', async () => {
      await put(INPUT);
      await app
        .get(Database)
        .write((tx) => tx.update(UserContentPolicyRow, { userId: ana.userId }, { blockedTvGenres: '?' }));
      expect((await get()).status).toBe(503);
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ child: true });
    });
  });

  describe('doc1 §4: administrators and kids accounts', () => {
    it('an administrator can not be a kids account', async () => {
      const error = 'admin accounts cannot be kids accounts';
      expect(await put(INPUT, admin.userId)).toMatchObject({ status: 409, body: { error } });
      expect(await rows(admin.userId)).toBe(0);
    });

    it('a kids account can not become an administrator before it is turned off', async () => {
      await put(INPUT);
      const promote = () => admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' });
      const error = 'kids account must be turned off first';
      expect(await promote()).toMatchObject({ status: 409, body: { error } });
      await admin.delete(pathOf(ana.userId));
      expect((await promote()).status).toBe(200);
    });

    it('the role that it has already is no change', async () => {
      await put(INPUT);
      const same = await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'user' });
      expect(same).toMatchObject({ status: 200, body: { role: 'user', child: true } });
    });

    it('of a promotion and a policy at once one is refused, whichever comes first', async () => {
      for (let round = 0; round < 5; round += 1) {
        const both = await Promise.all([admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' }), put(INPUT)]);
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
        await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'user' });
        await admin.delete(pathOf(ana.userId));
      }
    });
  });

  describe('doc3 §1.2, §1.4, §5.1: a kids account is shown as one', () => {
    const limits = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG', rating_region: 'US' };

    it('by its own profile and by each answer with tokens', async () => {
      await put(INPUT);
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ child: true, content_limits: limits });
      const again = await app.http.post('/api/auth/refresh', { refresh_token: ana.refreshToken });
      expect(again.body).toMatchObject({ user: { child: true, content_limits: limits } });
    });

    it('and any other account is not', async () => {
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ child: false, content_limits: null });
      const { body } = await app.http.post('/api/auth/refresh', { refresh_token: ana.refreshToken });
      expect(body).toMatchObject({ user: { child: false } });
      expect((body as { user: Fields }).user).not.toHaveProperty('content_limits');
    });

    it('in the list of accounts', async () => {
      await put(INPUT);
      const { body } = await admin.get('/api/admin/users');
      const listed = (body as Fields[]).filter(({ id }) => id === admin.userId || id === ana.userId);
      expect(listed.map(({ username, child }) => [username, child])).toEqual([
        ['admin', false],
        [ana.username, true],
      ]);
    });

    it('with its next call after it has become one', async () => {
      await put(INPUT);
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ child: true });
      await admin.delete(pathOf(ana.userId));
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ child: false });
    });
  });
});

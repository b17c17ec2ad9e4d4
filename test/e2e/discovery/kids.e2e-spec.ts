import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const NOT_APPLIED = { status: 502, body: { error: 'content limits could not be applied' } };

/** As much as a series must say of itself. */
const BARE_SERIES = { name: 'Harbor', original_name: 'Harbor', seasons: [], external_ids: {} };

const ratedSeries = (rating: string) => ({
  content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating }] },
});

describe('doc2 §4 Kids accounts on discovery, security 19', () => {
  let app: App;
  let admin: Session;
  let kid: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });
  afterAll(() => app.close());

  async function begin(): Promise<void> {
    admin = await app.beginNextDay();
    kid = await app.invite('kid');
    const { given } = app.tmdb;
    const genres = [{ id: 27, name: 'Horror' }];
    given.film({ id: 1, title: 'Harbor: mild', ...ratedFilm('PG') });
    given.film({ id: 2, title: 'Harbor: too much', ...ratedFilm('R') });
    given.film({ id: 3, title: 'Harbor: unrated', release_dates: { results: [] } });
    given.film({ id: 4, title: 'Harbor: for adults', adult: true, ...ratedFilm('G') });
    given.film({ id: 5, title: 'Harbor: horror', genres, ...ratedFilm('G') });
    given.series({ id: 11, name: 'Harbor: mild series', ...ratedSeries('TV-G') });
    given.series({ id: 12, name: 'Harbor: other series', ...ratedSeries('TV-MA') });
  }

  const limit = (policy = {}) => limitContent(admin, kid, { blocked_movie_genres: [27], ...policy });
  const idsOf = ({ status, body }: Answer): readonly number[] => {
    expect(status).toBe(200);
    return (body as { results: readonly { id: number }[] }).results.map(({ id }) => id).sort((a, b) => a - b);
  };
  const get = (path: string): Promise<Answer> => kid.get(path);

  describe('whatever was asked before', () => {
    beforeAll(begin);

    it.each([
      ['/api/search?query=harbor', [1, 11]],
      ['/api/discover/trending', [1, 11]],
      ['/api/discover/movies/popular', [1]],
      ['/api/discover/tv/popular', [11]],
    ])('%s leaves out what is outside the limits', async (path, ids) => {
      await limit();
      expect(idsOf(await get(path))).toEqual(ids);
    });

    it('titles without a rating are listed where the policy shows them', async () => {
      await limit({ block_unrated: false });
      expect(idsOf(await get('/api/discover/movies/popular'))).toEqual([1, 3]);
    });

    it('the totals of a list still describe the provider, and its rows are as they came', async () => {
      const whole = (await admin.get('/api/discover/movies/popular')).body as Record<string, unknown>;
      await limit();
      const { results, ...rest } = (await get('/api/discover/movies/popular')).body as Record<string, unknown>;
      const { results: all, ...wholeRest } = whole;
      expect(rest).toEqual(wholeRest);
      expect(results).toEqual((all as readonly { id: number }[]).filter(({ id }) => id === 1));
    });

    it.each(['movie/2', 'tv/12', 'movie/404404', 'tv/404404'])(
      '/api/media/%s is 404 "not available", there or not',
      async (title) => {
        await limit();
        expect(await get(`/api/media/${title}`)).toMatchObject({ status: 404, body: { error: 'not available' } });
      },
    );

    it('a detail within the limits is the provider’s, character for character', async () => {
      const { text } = await admin.get('/api/media/movie/1');
      await limit();
      expect((await get('/api/media/movie/1')).text).toBe(text);
    });

    it('a changed policy counts with the next call', async () => {
      await limit();
      await limit({ max_movie_rating: 'R' });
      expect((await get('/api/media/movie/2')).status).toBe(200);
      await admin.delete(`/api/admin/users/${kid.userId}/content-policy`);
      expect((await get('/api/media/movie/4')).status).toBe(200);
    });
  });

  describe('when nothing was asked before', () => {
    beforeEach(begin);

    it.each([
      ['movie/1', 'for adults', { id: 1, title: 'Harbor', adult: true }],
      ['tv/11', 'of a hidden genre', { ...BARE_SERIES, id: 11, genres: [{ id: 80, name: 'Crime' }] }],
    ])(
      '/api/media/%s that says itself that it is %s is 404, though that day’s ratings do not',
      async (path, _, body) => {
        await limit({ blocked_tv_genres: [80] });
        expect((await get(`/api/media/${path}`)).status).toBe(200);
        await app.clock.leap(60 * 60_000);
        kid = await app.refresh(kid);
        app.tmdb.fail(`GET /3/${path}`, { body });
        expect(await get(`/api/media/${path}`)).toMatchObject({ status: 404, body: { error: 'not available' } });
      },
    );

    it('a detail that can not be read is 502, and only for a kids account', async () => {
      await limit();
      app.tmdb.fail('GET /3/movie/1', { body: { id: 1, title: 'Harbor: mild', adult: 'no' } });
      expect(await get('/api/media/movie/1')).toMatchObject(NOT_APPLIED);
      expect((await admin.get('/api/media/movie/1')).status).toBe(200);
    });

    it('what is kept for everyone stays whole: the others get all of it, before and after', async () => {
      await limit();
      expect(idsOf(await get('/api/discover/movies/popular'))).toEqual([1]);
      expect(idsOf(await admin.get('/api/discover/movies/popular'))).toEqual([1, 2, 3, 4, 5]);
      expect(idsOf(await get('/api/discover/movies/popular'))).toEqual([1]);
      expect(app.tmdb.calls('GET /3/movie/popular')).toHaveLength(1);
    });
  });
});

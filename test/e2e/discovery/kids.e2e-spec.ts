import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const LISTS = [
  '/api/search?query=harbor',
  '/api/discover/movies/popular',
  '/api/discover/tv/popular',
  '/api/discover/trending',
] as const;
const DETAILS = ['/api/media/movie/1', '/api/media/tv/11'] as const;
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

  async function open(): Promise<void> {
    app = await startApp();
    admin = await app.setUpAdmin();
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
    beforeAll(open);
    afterAll(() => app.close());

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

    it.each([
      ['/api/media/movie/1', 200],
      ['/api/media/movie/2', 404],
      ['/api/media/movie/3', 404],
      ['/api/media/movie/4', 404],
      ['/api/media/movie/5', 404],
      ['/api/media/tv/11', 200],
      ['/api/media/tv/12', 404],
      ['/api/media/movie/404404', 404],
      ['/api/media/tv/404404', 404],
    ])('%s is %i', async (path, status) => {
      await limit();
      const answer = await get(path);
      expect(answer.status).toBe(status);
      if (status === 404) expect(answer.body).toEqual({ error: 'not available' });
    });

    it('a detail within the limits is the provider’s, character for character', async () => {
      const { text } = await admin.get('/api/media/movie/1');
      await limit();
      expect((await get('/api/media/movie/1')).text).toBe(text);
    });

    it.each([...LISTS, ...DETAILS])('%s: a policy that can not be read is 503, and nothing is asked', async (path) => {
      await limit();
      await damagePolicy(app, kid);
      app.tmdb.forgetCalls();
      expect((await get(path)).status).toBe(503);
      expect(app.tmdb.calls()).toEqual([]);
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
    beforeEach(open);
    afterEach(() => app.close());

    it.each([
      ['movie/1', 'for adults', { id: 1, title: 'Harbor', adult: true }],
      ['movie/1', 'of a hidden genre', { id: 1, title: 'Harbor', genres: [{ id: 27, name: 'Horror' }] }],
      ['tv/11', 'of a hidden genre', { ...BARE_SERIES, id: 11, genres: [{ id: 80, name: 'Crime' }] }],
    ])(
      '/api/media/%s that says itself that it is %s is 404, though that day’s ratings do not',
      async (path, _, body) => {
        await limit({ blocked_tv_genres: [80] });
        expect((await get(`/api/media/${path}`)).status).toBe(200);
        await app.clock.advance(60 * 60_000);
        kid = await app.refresh(kid);
        app.tmdb.fail(`GET /3/${path}`, { body });
        expect(await get(`/api/media/${path}`)).toMatchObject({ status: 404, body: { error: 'not available' } });
      },
    );

    it.each([
      ['a flag that is none', { adult: 'no' }],
      ['genres that are no list', { genres: {} }],
      ['a genre without an id', { genres: [{ name: 'Horror' }] }],
    ])('a detail with %s can not be read: 502, and only for a kids account', async (_, wrong) => {
      await limit();
      app.tmdb.fail('GET /3/movie/1', { body: { id: 1, title: 'Harbor: mild', ...wrong } });
      expect(await get('/api/media/movie/1')).toMatchObject(NOT_APPLIED);
      expect((await admin.get('/api/media/movie/1')).status).toBe(200);
    });

    it('people for adults are left out of search, and what others are known for is cut', async () => {
      await limit();
      const film = (id: number, media_type = 'movie') => ({ id, media_type, adult: false, genre_ids: [] });
      const people = [
        { id: 21, media_type: 'person', adult: true, name: 'For adults', known_for: [film(1)] },
        { id: 22, media_type: 'person', adult: false, name: 'Ada', known_for: [film(1), film(2), film(3, 'other')] },
        { id: 23, media_type: 'collection', adult: false, name: 'No title' },
      ];
      app.tmdb.fail('GET /3/search/multi', { body: { page: 1, results: people, total_pages: 1, total_results: 3 } });
      const { body } = await get('/api/search?query=ada');
      expect(body).toMatchObject({ results: [{ id: 22, known_for: [{ id: 1 }] }] });
      expect((body as { results: readonly unknown[] }).results).toHaveLength(1);
    });

    it('a row that names another kind than its list is left out: a film is not judged by the series of its id', async () => {
      await limit();
      app.tmdb.given.film({ id: 12, title: 'Harbor: mild, too', ...ratedFilm('G') });
      const row = { id: 12, adult: false, genre_ids: [], original_language: 'en' };
      const results = [
        { ...row, media_type: 'tv' },
        { ...row, id: 1, media_type: null },
        { ...row, media_type: 'movie' },
      ];
      const body = { page: 1, results, total_pages: 1, total_results: 3 };
      app.tmdb.fail('GET /3/movie/1/recommendations', { body });
      expect((await get('/api/media/movie/1/recommendations')).body).toEqual({ ...body, results: results.slice(1) });
    });

    it('what is kept for everyone stays whole: the others get all of it, before and after', async () => {
      await limit();
      expect(idsOf(await get('/api/discover/movies/popular'))).toEqual([1]);
      expect(idsOf(await admin.get('/api/discover/movies/popular'))).toEqual([1, 2, 3, 4, 5]);
      expect(idsOf(await get('/api/discover/movies/popular'))).toEqual([1]);
      expect(app.tmdb.calls('GET /3/movie/popular')).toHaveLength(1);
    });

    it.each(LISTS)('%s: a rating that can not be looked up is 502', async (path) => {
      await limit();
      app.tmdb.fail('GET /3/movie/:id', 503, 10);
      app.tmdb.fail('GET /3/tv/:id', 503, 10);
      expect(await get(path)).toMatchObject(NOT_APPLIED);
    });

    it.each([
      ['a row without an id', { adult: false, genre_ids: [] }],
      ['genres that are no numbers', { id: 1, genre_ids: ['27'] }],
      ['a flag that is none', { id: 1, adult: 'no' }],
    ])('an answer with %s can not be read: 502', async (_, row) => {
      await limit();
      const body = { page: 1, results: [row], total_pages: 1, total_results: 1 };
      app.tmdb.fail('GET /3/movie/popular', { body });
      expect(await get('/api/discover/movies/popular')).toMatchObject(NOT_APPLIED);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TmdbFake } from '../../../test/fakes/tmdb/tmdb-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { TmdbClient } from './tmdb.client.js';

const DETAIL = 'GET /3/movie/:id';
const POPULAR = 'GET /3/movie/popular';
const SERIES_DETAIL = 'GET /3/tv/:id';

describe('TmdbClient', () => {
  const clock = new MovedClock();
  let fake: TmdbFake;
  let client: TmdbClient;

  beforeEach(async () => {
    fake = await new TmdbFake().start();
    client = clientWith(fake.token);
  });

  afterEach(() => fake.stop());

  function clientWith(token: string): TmdbClient {
    return new TmdbClient({ url: fake.apiUrl, token: Secret.of(token), clock, log: silentLog });
  }

  describe('lists', () => {
    it('finds films by their title, whatever the query holds', async () => {
      const title = 'Über & <b>Out</b>? 100% /../ #1';
      fake.given.film({ id: 1, title });
      fake.given.film({ id: 2, title: 'Harbor Lights' });
      const { parsed } = await client.searchMulti(title, 1);
      expect(parsed.results.map((row) => row.id)).toEqual([1]);
      expect(fake.calls()[0]?.path).toBe('/3/search/multi');
    });

    it('lists popular series, and no films among them', async () => {
      fake.given.film({ id: 1, title: 'Harbor Lights' });
      fake.given.series({ id: 2, name: 'Northern Relay' });
      expect((await client.popularSeries(1)).parsed.results).toMatchObject([{ id: 2, name: 'Northern Relay' }]);
    });

    it.each([
      ['searchMulti', () => client.searchMulti('harbor', 3)],
      ['popularMovies', () => client.popularMovies(3)],
      ['popularSeries', () => client.popularSeries(3)],
      ['trendingAll', () => client.trendingAll('week', 3)],
    ])('%s asks for its page in en-US with the key as a bearer token', async (_, call) => {
      expect((await call()).parsed).toEqual({ page: 3, results: [], total_pages: 1, total_results: 0 });
      expect(fake.calls()[0]).toMatchObject({
        query: { page: '3', language: 'en-US' },
        headers: { authorization: `Bearer ${fake.token}` },
      });
    });

    it('keeps the text of an answer character for character', async () => {
      const text =
        '{"page": 1,\n "results": [{"id": 12345678901234567890, "x": 1.50}], "total_pages":1,"total_results":1}';
      fake.fail(POPULAR, { body: Buffer.from(text) });
      expect((await client.popularMovies(1)).text).toBe(text);
    });

    it.each([
      ['an object without rows', { page: 1, total_pages: 1, total_results: 0 }],
      ['rows that are no objects', { page: 1, results: [1], total_pages: 1, total_results: 1 }],
      ['a page that is no number', { page: '1', results: [], total_pages: 1, total_results: 0 }],
      ['null', null],
    ])('refuses %s as malformed', async (_, body) => {
      fake.fail(POPULAR, { body });
      expect(await faultOf(client.popularMovies(1))).toMatchObject({ kind: 'malformed', operation: 'movie.popular' });
    });

    it('throws a page that TMDB refuses as rejected', async () => {
      expect(await faultOf(client.popularMovies(501))).toMatchObject({ kind: 'rejected', status: 400 });
    });
  });

  describe('detail of a film', () => {
    it('brings videos, credits, release dates and keywords along', async () => {
      fake.given.film({ id: 7, title: 'Harbor Lights', release_date: '2024-05-10', poster_path: '/p.jpg' });
      const answer = await client.movie(7);
      expect(answer?.parsed).toEqual({
        id: 7,
        title: 'Harbor Lights',
        release_date: '2024-05-10',
        poster_path: '/p.jpg',
      });
      expect(Object.keys(JSON.parse(answer?.text ?? '') as object)).toEqual(
        expect.arrayContaining(['videos', 'credits', 'release_dates', 'keywords', 'watch/providers']),
      );
    });

    it('issue 46: is null or unreadable by the same rules where its words in other languages are asked for', async () => {
      expect(await client.titleWords('movie', 8)).toBeNull();
      fake.fail(SERIES_DETAIL, { body: { id: 8, name: 'Northern Relay' } });
      expect(await faultOf(client.titleWords('tv', 8))).toMatchObject({ kind: 'malformed', operation: 'tv.words' });
    });

    it('accepts a film for which TMDB has neither date nor poster', async () => {
      fake.fail(DETAIL, { body: { id: 7, title: 'Harbor Lights', release_date: null, poster_path: null } });
      expect((await client.movie(7))?.parsed).toMatchObject({ release_date: null, poster_path: null });
    });

    it('is null when TMDB itself says that there is no such film', async () => {
      expect(await client.movie(8)).toBeNull();
    });

    it.each([
      ['an empty body', 404 as const],
      ['a page of somebody else', { status: 404, body: '<h1>Not Found</h1>' }],
      ['JSON of somebody else', { status: 404, body: { error: 'no route' } }],
    ])('is unreadable, not absent, when a 404 carries %s', async (_, fault) => {
      fake.fail(DETAIL, fault);
      expect(await faultOf(client.movie(8))).toMatchObject({ kind: 'malformed', status: 404 });
    });

    it('is unreadable when the answer is about another film', async () => {
      fake.fail(DETAIL, { body: { id: 9, title: 'Somebody Else' } });
      expect(await faultOf(client.movie(8))).toMatchObject({ kind: 'malformed', operation: 'movie.detail' });
    });

    it.each([0, -1, 1.5, NaN, 2_147_483_648])('is null without a call for %j, which is no id of TMDB', async (id) => {
      expect(await client.movie(id)).toBeNull();
      expect(fake.calls()).toHaveLength(0);
    });
  });

  describe('detail of a series', () => {
    const bare = { id: 7, name: 'Nordlicht', original_name: 'Nordlicht', seasons: [], external_ids: {} };

    it('brings videos, credits, external ids, content ratings and keywords along', async () => {
      const seasons = [
        { season_number: 0, episode_count: 2, air_date: null },
        { season_number: 1, episode_count: 8, air_date: '2025-02-01' },
      ];
      fake.given.series({ id: 7, name: 'Northern Relay', first_air_date: '2025-02-01', seasons, tvdb_id: 880201 });
      const answer = await client.series(7);
      expect(answer?.parsed).toEqual({
        last_episode_to_air: { season_number: 1, episode_number: 1, air_date: '2025-02-01' },
        next_episode_to_air: { season_number: 1, episode_number: 2, air_date: '2025-02-08' },
        id: 7,
        name: 'Northern Relay',
        original_name: 'Northern Relay',
        first_air_date: '2025-02-01',
        poster_path: '/poster-7.jpg',
        seasons,
        external_ids: { tvdb_id: 880201 },
      });
      expect(Object.keys(JSON.parse(answer?.text ?? '') as object)).toEqual(
        expect.arrayContaining(['videos', 'credits', 'external_ids', 'content_ratings', 'keywords', 'watch/providers']),
      );
      expect(fake.calls()[0]?.query).toMatchObject({ language: 'en-US' });
    });

    it('accepts a series for which TMDB has no date, poster, season or TVDB id', async () => {
      fake.fail(SERIES_DETAIL, { body: { ...bare, first_air_date: null, poster_path: null } });
      expect((await client.series(7))?.parsed).toMatchObject({ first_air_date: null, seasons: [], external_ids: {} });
    });

    it.each([
      ['has no external ids, not even unknown ones', { external_ids: undefined }],
      ['has a TVDB id that is no number', { external_ids: { tvdb_id: '880201' } }],
      ['has no seasons', { seasons: undefined }],
      ['has a season without its number', { seasons: [{ episode_count: 1 }] }],
      ['has a season below zero', { seasons: [{ season_number: -1, episode_count: 1 }] }],
      ['is about another series', { id: 9 }],
    ])('is unreadable when it %s', async (_, wrong) => {
      fake.fail(SERIES_DETAIL, { body: { ...bare, ...wrong } });
      expect(await faultOf(client.series(7))).toMatchObject({ kind: 'malformed', operation: 'tv.detail' });
    });

    it('is null when TMDB itself says that there is no such series, and when there can be none', async () => {
      fake.given.film({ id: 8, title: 'A film of that id' });
      expect(await client.series(8)).toBeNull();
      expect(fake.calls()).toHaveLength(1);
      expect(await client.series(0)).toBeNull();
      expect(fake.calls()).toHaveLength(1);
    });

    it('is unreadable, not absent, when a 404 is not TMDB’s own', async () => {
      fake.fail(SERIES_DETAIL, { status: 404, body: '<h1>Not Found</h1>' });
      expect(await faultOf(client.series(8))).toMatchObject({ kind: 'malformed', status: 404 });
    });
  });

  describe('the series of an id of TheTVDB', () => {
    const FIND = 'GET /3/find/:id';

    it('are those that TMDB files under it', async () => {
      fake.given.series({ id: 7, name: 'Northern Relay', tvdb_id: 880201 });
      fake.given.series({ id: 8, name: 'Other', tvdb_id: 880202 });
      expect(await client.seriesOfTvdb(880201)).toEqual([7]);
      expect(fake.calls(FIND)[0]?.query).toEqual({ external_source: 'tvdb_id', language: 'en-US' });
      expect(await client.seriesOfTvdb(404)).toEqual([]);
    });

    it('nothing is asked for what can be no id', async () => {
      expect([await client.seriesOfTvdb(0), await client.seriesOfTvdb(1.5)]).toEqual([[], []]);
      expect(fake.calls(FIND)).toEqual([]);
    });

    it('an answer without series is none', async () => {
      fake.fail(FIND, { body: { movie_results: [] } });
      expect(await faultOf(client.seriesOfTvdb(880201))).toMatchObject({ kind: 'malformed' });
    });
  });

  describe('a season of a series', () => {
    const SEASON = 'GET /3/tv/:id/season/:number';

    beforeEach(() => {
      const seasons = [{ season_number: 2, episode_count: 2, air_date: '2026-11-13' }];
      fake.given.series({ id: 7, name: 'Northern Relay', seasons });
    });

    it('brings its episodes with the days on which they air', async () => {
      const answer = await client.season(7, 2);
      expect(answer?.parsed).toMatchObject({
        season_number: 2,
        episodes: [
          { episode_number: 1, air_date: '2026-11-13' },
          { episode_number: 2, air_date: '2026-11-20' },
        ],
      });
      expect(fake.calls()[0]?.query).toMatchObject({ language: 'en-US' });
    });

    it('is null when TMDB itself says that there is none, and when there can be none', async () => {
      expect([await client.season(7, 3), await client.season(8, 2)]).toEqual([null, null]);
      expect(fake.calls(SEASON)).toHaveLength(2);
      expect([await client.season(7, -1), await client.season(7, 1.5), await client.season(0, 1)]).toEqual([
        null,
        null,
        null,
      ]);
      expect(fake.calls(SEASON)).toHaveLength(2);
    });

    it.each([
      ['is another one', { season_number: 3, episodes: [] }],
      ['lists no episodes', { season_number: 2 }],
    ])('is unreadable when it %s', async (_, body) => {
      fake.fail(SEASON, { body });
      expect(await faultOf(client.season(7, 2))).toMatchObject({ kind: 'malformed', operation: 'tv.season' });
    });
  });

  describe('faults', () => {
    it('a refused key is unauthorized, and the error does not show it', async () => {
      const fault = await faultOf(clientWith('planted-wrong-token').popularMovies(1));
      expect(fault).toMatchObject({ system: 'tmdb', kind: 'unauthorized', status: 401 });
      expect(JSON.stringify([fault, fault.message, fault.stack])).not.toContain('planted-wrong-token');
    });

    it('a rate limit says how long to wait', async () => {
      fake.limitRate(DETAIL, { retryAfterSeconds: 7 });
      expect(await faultOf(client.movie(1))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 });
    });

    it.each([
      ['reset', 'unreachable'],
      ['cut-body', 'unreachable'],
      ['garbage', 'malformed'],
      ['empty', 'malformed'],
      [503, 'failed'],
      [302, 'redirected'],
    ] as const)('%s is %s', async (fault, kind) => {
      fake.fail(POPULAR, fault);
      expect((await faultOf(client.popularMovies(1))).kind).toBe(kind);
    });

    it('an answer that is not complete after 10 seconds is a timeout', async () => {
      fake.fail(POPULAR, 'timeout');
      const arrived = fake.nextCall(POPULAR);
      const failed = faultOf(client.popularMovies(1));
      await arrived;
      await clock.advance(10_000);
      expect((await failed).kind).toBe('timeout');
    });

    it('an answer larger than 4 MiB is too large', async () => {
      fake.fail(POPULAR, { body: Buffer.alloc(4 * 1024 * 1024 + 1, 0x20) });
      expect((await faultOf(client.popularMovies(1))).kind).toBe('too_large');
    });
  });
});

async function faultOf(call: Promise<unknown>): Promise<UpstreamError> {
  return call.then(
    () => {
      throw new Error('the call was expected to fail');
    },
    (fault: unknown) => fault as UpstreamError,
  );
}

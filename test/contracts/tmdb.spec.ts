import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TmdbClient } from '../../src/clients/tmdb/tmdb.client.js';
import {
  tmdbCertifications,
  tmdbCollection,
  tmdbEpisode,
  tmdbFound,
  tmdbGenreList,
  tmdbKeyTaken,
  tmdbLanguages,
  tmdbMovie,
  tmdbPage,
  tmdbPerson,
  tmdbPersonCredits,
  tmdbSeasonDetail,
  tmdbSeries,
  tmdbTitleWords,
  tmdbWholeList,
} from '../../src/clients/tmdb/tmdb-schemas.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { TmdbFake } from '../fakes/tmdb/tmdb-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

/** Parts of a detail that the document leaves undescribed; their shape is the example's. */
const MOVIE_PARTS = ['videos', 'credits', 'release_dates'];
const SERIES_PARTS = ['videos', 'credits', 'external_ids', 'content_ratings'];

/** Fields of a series in a row that the document describes in one list and forgets in another. */
const SERIES_IN_ROWS = ['adult', 'first_air_date', 'name', 'origin_country', 'original_name'];

/** What a series has in what somebody was part of, where the document describes films alone. */
const SERIES_IN_CREDITS = [
  ...['episode_count', 'first_air_date', 'first_credit_air_date', 'name', 'origin_country', 'original_name'],
].map((field) => `cast[].${field}`);

/** Somebody in a search, where the document describes titles alone. */
const PEOPLE_IN_ROWS = ['gender', 'known_for', 'known_for_department', 'profile_path'].map(
  (field) => `results[].${field}`,
);

const BEYOND = [
  ...SERIES_IN_CREDITS,
  ...PEOPLE_IN_ROWS,
  ...PEOPLE_IN_ROWS,
  ...MOVIE_PARTS,
  ...SERIES_PARTS,
  ...SERIES_IN_ROWS.map((field) => `results[].${field}`),
  'last_episode_to_air.episode_type',
];

const example = (name: string): Record<string, unknown> => upstreamJson(`tmdb/examples/${name}.json`);

/** Every filter that a browse sends, its own and those of a kids account. */
const FILTERS = {
  sort_by: 'vote_average.desc',
  with_genres: '18,9648',
  'vote_average.gte': '6.5',
  'vote_count.gte': '200',
  with_original_language: 'en',
  with_watch_providers: '8|9',
  watch_region: 'US',
  with_keywords: '818,825',
  with_companies: '9001|9002',
  'with_runtime.gte': '40',
  'with_runtime.lte': '120',
  include_adult: 'false',
  without_genres: '27,53',
};
const FILM_FILTERS = {
  ...FILTERS,
  primary_release_year: '2024',
  'primary_release_date.gte': '2024-01-01',
  'primary_release_date.lte': '2024-12-31',
  certification_country: 'US',
  'certification.lte': 'PG',
};
const SERIES_FILTERS = {
  ...FILTERS,
  with_networks: '8001',
  first_air_date_year: '2024',
  'first_air_date.gte': '2024-01-01',
  'first_air_date.lte': '2024-12-31',
};

describe('TMDB contract', () => {
  let fake: TmdbFake;
  let client: TmdbClient;
  let check: SchemaCheck;

  beforeEach(async () => {
    fake = await new TmdbFake().start();
    fake.given.film({ id: 990101, title: 'Harbor Lights', popularity: 2 });
    fake.given.series({ id: 990201, name: 'Northern Harbor', popularity: 1 });
    const film = { kind: 'movie', id: 990101 } as const;
    const parts = [film, { kind: 'tv', id: 990201 } as const, { ...film, job: 'Director' }];
    fake.given.person({ id: 990301, name: 'Ada Kroll', parts });
    fake.given.person({ id: 990302, name: 'Harbor Finch', profile_path: null, popularity: 0.5, parts: [film] });
    fake.given.beside('movie', 990101, [990101]);
    fake.given.beside('tv', 990201, [990201]);
    client = new TmdbClient({
      url: fake.apiUrl,
      token: Secret.of(fake.token),
      clock: new MovedClock(),
      log: silentLog,
    });
    check = new SchemaCheck(upstreamJson('tmdb/openapi.v3.json'), { allowNull: true, beyondDocument: BEYOND });
  });

  afterEach(() => fake.stop());

  async function ask(path: string, token = fake.token): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(fake.url + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  describe('answers of the fake', () => {
    it.each([
      ['/3/search/multi', '?query=harbor', 'search.multi.page'],
      ['/3/movie/popular', '', 'movie.popular.page'],
      ['/3/trending/all/day', '', 'trending.all.page'],
      ['/3/trending/all/week', '', 'trending.all.page'],
      ['/3/trending/movie/day', '', 'movie.popular.page'],
      ['/3/trending/tv/day', '', 'discover.tv.page'],
      ['/3/movie/990101', '', 'movie.detail'],
      ['/3/movie/990101', `?append_to_response=${MOVIE_PARTS.join(',')}`, 'movie.detail.append'],
      ['/3/tv/popular', '', 'discover.tv.page'],
      ['/3/tv/990201', '', 'tv.detail'],
      ['/3/tv/990201/season/2', '', 'tv.season'],
      ['/3/tv/990201', `?append_to_response=${SERIES_PARTS.join(',')}`, 'tv.detail.append'],
      ['/3/movie/top_rated', '', 'movie.popular.page'],
      ['/3/movie/now_playing', '', 'movie.now_playing.page'],
      ['/3/tv/top_rated', '', 'discover.tv.page'],
      ['/3/tv/on_the_air', '', 'discover.tv.page'],
      ['/3/discover/movie', '', 'discover.movie.page'],
      ['/3/discover/tv', '', 'discover.tv.page'],
      ['/3/movie/990101/similar', '', 'discover.movie.page'],
      ['/3/tv/990201/recommendations', '', 'discover.tv.page'],
      ['/3/tv/990201/similar', '', 'discover.tv.page'],
      ['/3/search/keyword', '?query=storm', 'search.keyword.page'],
      ['/3/search/company', '?query=tideline', 'search.company.page'],
      ['/3/person/990301', '', 'person.detail'],
      ['/3/person/990301/combined_credits', '', 'person.combined_credits'],
      ['/3/genre/movie/list', '', 'genre.movie.list'],
      ['/3/genre/tv/list', '', 'genre.tv.list'],
      ['/3/watch/providers/movie', '?watch_region=US', 'watch.providers.movie'],
      ['/3/watch/providers/tv', '?watch_region=US', 'watch.providers.movie'],
      ['/3/watch/providers/regions', '', 'watch.providers.regions'],
      ['/3/configuration/languages', '', 'configuration.languages'],
    ])('%s%s has every key of %s, and none that the document does not know', async (path, query, name) => {
      const { body } = await ask(path + query);
      expect(missingKeys(example(name), body)).toEqual([]);
      expect(check.answer('GET', path, body)).toEqual([]);
    });

    it('recommended films, which the document leaves undescribed, are rows of films that name their kind', async () => {
      const { body } = await ask('/3/movie/990101/recommendations');
      const { results } = body as { results: readonly Record<string, unknown>[] };
      expect(missingKeys(example('search.multi.page'), { ...body, results })).toEqual([]);
      expect(results).toMatchObject([{ id: 990101, media_type: 'movie' }]);
    });

    it.each(['movie', 'tv'] as const)('the rating schemes of %s are those of the published list', async (kind) => {
      const path = `/3/certification/${kind}/list`;
      const { certifications } = (await ask(path)).body as { certifications: Record<string, readonly object[]> };
      expect(check.answer('GET', path, { certifications: { US: certifications.US } })).toEqual([]);
      const published: { certifications: unknown } = upstreamJson(`tmdb/certifications.${kind}.json`);
      expect(published.certifications).toMatchObject(certifications);
      expect(tmdbCertifications.safeParse(published).success).toBe(true);
    });

    it.each([
      ...MOVIE_PARTS.map((part) => [part, '/3/movie/990101', 'movie.detail.append'] as const),
      ...SERIES_PARTS.map((part) => [part, '/3/tv/990201', 'tv.detail.append'] as const),
    ])('the appended %s of %s have the keys of the example and no others', async (part, path, name) => {
      const { body } = await ask(`${path}?append_to_response=${part}`);
      const [ours, theirs] = [body[part], example(name)[part]];
      expect([missingKeys(theirs, ours), missingKeys(ours, theirs)]).toEqual([[], []]);
    });

    it.each([
      ['/3/movie/990101', '/3/movie/990101/keywords'],
      ['/3/tv/990201', '/3/tv/990201/keywords'],
    ])('the appended keywords of %s are those that the document describes by themselves', async (path, described) => {
      const { keywords } = (await ask(`${path}?append_to_response=keywords`)).body as { keywords: object };
      expect(Object.values(keywords)).toEqual([[{ id: 818, name: 'lighthouse' }, expect.anything()]]);
      expect(check.answer('GET', described, { id: 1, ...keywords })).toEqual([]);
    });

    it.each(['/3/movie/990101', '/3/tv/990201'])(
      'issue 46: who streams %s is appended as the document describes it by itself',
      async (path) => {
        const streams = (await ask(`${path}?append_to_response=watch/providers`)).body['watch/providers'] as object;
        expect(streams).toMatchObject({ results: { US: { flatrate: [{ provider_name: 'DemoFlix' }] } } });
        expect(check.answer('GET', `${path}/watch/providers`, { id: 1, ...streams })).toEqual([]);
      },
    );

    it.each([
      ['/3/movie/990101', 'title'],
      ['/3/tv/990201', 'name'],
    ])('the appended translations of %s are those that the document describes by themselves', async (path, member) => {
      const { body } = await ask(`${path}?append_to_response=translations`);
      expect(check.answer('GET', `${path}/translations`, { id: 1, ...(body.translations as object) })).toEqual([]);
      const { data } = tmdbTitleWords.parse(body).translations.translations[0] ?? {};
      expect(data).toMatchObject({ [member]: '', overview: '' });
    });

    it('a film with few known fields carries null and "" where the example does', async () => {
      const sparse = example('movie.detail.nulls');
      fake.given.film({ ...sparse, id: 990101, title: 'Harbor Lights' });
      const { body } = await ask('/3/movie/990101');
      expect(body).toEqual(sparse);
      expect(check.answer('GET', '/3/movie/990101', body)).toEqual([]);
    });

    it('a series with few known fields carries null and "" where the example does', async () => {
      const sparse = example('tv.detail.nulls');
      fake.given.series({ ...sparse, id: 990201, name: 'Northern Relay' });
      const { body } = await ask('/3/tv/990201');
      expect(body).toEqual(sparse);
      expect(check.answer('GET', '/3/tv/990201', body)).toEqual([]);
    });

    it('a series that is found by an id of TheTVDB is a row beside the empty lists of the document', async () => {
      fake.given.series({ id: 990201, name: 'Northern Harbor', tvdb_id: 880201 });
      const path = '/3/find/880201?external_source=tvdb_id';
      const { body } = await ask(path);
      expect(body).toMatchObject({ tv_results: [{ id: 990201, media_type: 'tv' }], movie_results: [] });
      expect(check.answer('GET', '/3/find/880201', body)).toEqual([]);
      expect(tmdbFound.parse(body)).toEqual({ tv_results: [{ id: 990201 }] });
    });

    it('a collection has the members of the document, and its films the names that it gives them there', async () => {
      fake.given.collection({ id: 990900, parts: [990101] });
      const { body } = await ask('/3/collection/990900');
      expect(body).toMatchObject({ id: 990900, parts: [{ id: 990101, name: 'Harbor Lights', media_type: 'movie' }] });
      expect(check.answer('GET', '/3/collection/990900', body)).toEqual([]);
      expect(tmdbCollection.safeParse(body).success).toBe(true);
      expect(await ask('/3/collection/1')).toEqual({ status: 404, body: example('error.404') });
    });

    it('its word for a key that it takes is known to the document', async () => {
      const { status, body } = await ask('/3/authentication');
      expect([status, check.answer('GET', '/3/authentication', body)]).toEqual([200, []]);
      expect(tmdbKeyTaken.parse(body)).toEqual({ success: true });
    });

    it('refusals are those of the examples', async () => {
      expect(await ask('/3/movie/popular', 'wrong')).toEqual({ status: 401, body: example('error.401') });
      expect(await ask('/3/movie/1')).toEqual({ status: 404, body: example('error.404') });
      fake.limitRate('GET /3/movie/popular');
      expect(await ask('/3/movie/popular')).toEqual({ status: 429, body: example('error.429') });
      for (const page of ['0', '501', '1.5', 'x']) {
        const refused = { status: 400, body: example('error.page.400') };
        expect(await ask(`/3/movie/popular?page=${page}`)).toEqual(refused);
      }
    });
  });

  describe('calls of the client', () => {
    it.each([
      ['validateKey', () => client.validateKey()],
      ['searchMulti', () => client.searchMulti('harbor lights & more', 2)],
      ['popularMovies', () => client.popularMovies(2)],
      ['movie', () => client.movie(990101)],
      ['popularSeries', () => client.popularSeries(2)],
      ['series', () => client.series(990201)],
      ['season', () => client.season(990201, 2)],
      ['seriesOfTvdb', () => client.seriesOfTvdb(880201)],
      ['movieRatings', () => client.movieRatings(990101)],
      ['seriesRatings', () => client.seriesRatings(990201)],
      ['titleWords of a film', () => client.titleWords('movie', 990101)],
      ['titleWords of a series', () => client.titleWords('tv', 990201)],
      ['topRatedMovies', () => client.topRatedMovies(2)],
      ['nowPlayingMovies', () => client.nowPlayingMovies(2)],
      ['topRatedSeries', () => client.topRatedSeries(2)],
      ['onTheAirSeries', () => client.onTheAirSeries(2)],
      ['discover of films', () => client.discover('movie', FILM_FILTERS, 2)],
      ['discover of series', () => client.discover('tv', SERIES_FILTERS, 2)],
      ['related films, recommended', () => client.relatedTitles('movie', 990101, 'recommendations', 2)],
      ['related films, similar', () => client.relatedTitles('movie', 990101, 'similar', 2)],
      ['related series, recommended', () => client.relatedTitles('tv', 990201, 'recommendations', 2)],
      ['related series, similar', () => client.relatedTitles('tv', 990201, 'similar', 2)],
      ['searchTerms for keywords', () => client.searchTerms('keyword', 'storm & more', 2)],
      ['searchTerms for companies', () => client.searchTerms('company', 'tideline', 2)],
      ['person', () => client.person(990301)],
      ['personCredits', () => client.personCredits(990301)],
      ['collection', () => client.collection(990900)],
      ['genres of films', () => client.genres('movie')],
      ['genres of series', () => client.genres('tv')],
      ['watchProviders of films', () => client.watchProviders('movie', 'DE')],
      ['watchProviders of series', () => client.watchProviders('tv', 'DE')],
      ['watchRegions', () => client.watchRegions()],
      ['languages', () => client.languages()],
      ['certifications of films', () => client.certifications('movie')],
      ['certifications of series', () => client.certifications('tv')],
    ])('%s is known to the document, path and query', async (_, call) => {
      await call();
      expect(fake.calls().map((one) => check.call(one))).toEqual([[]]);
    });

    it.each(['movie', 'tv'] as const)('trending %s is known to the document but for the page', async (kind) => {
      await client.trending(kind, 'day', 2);
      expect(fake.calls().map((one) => check.call(one))).toEqual([['?page: unknown to the document']]);
    });

    it.each(['day', 'week'] as const)(
      'trendingAll over a %s is known to the document but for the page, which it forgets',
      async (window) => {
        await client.trendingAll(window, 2);
        expect(fake.calls().map((one) => check.call(one))).toEqual([['?page: unknown to the document']]);
      },
    );
  });

  describe('what we rely on', () => {
    it('in a page is there in every example and described by the document', () => {
      const relied = ['page', 'results', 'total_pages', 'total_results'];
      expect(Object.keys(tmdbPage.shape)).toEqual(relied);
      for (const [path, name] of [
        ['/3/search/multi', 'search.multi.page'],
        ['/3/movie/popular', 'movie.popular.page'],
        ['/3/tv/popular', 'discover.tv.page'],
        ['/3/trending/all/day', 'trending.all.page'],
      ] as const) {
        expect(Object.keys(example(name))).toEqual(expect.arrayContaining(relied));
        const only = Object.fromEntries(Object.keys(tmdbPage.parse(example(name))).map((key) => [key, null]));
        expect(check.answer('GET', path, only)).toEqual([]);
      }
    });

    it('in a film is there in every example and described by the document', () => {
      const relied = ['id', 'title', 'release_date', 'poster_path'];
      expect(Object.keys(tmdbMovie.shape)).toEqual(relied);
      for (const name of ['movie.detail', 'movie.detail.append', 'movie.detail.nulls']) {
        expect(Object.keys(example(name))).toEqual(expect.arrayContaining(relied));
        expect(check.answer('GET', '/3/movie/990101', tmdbMovie.parse(example(name)))).toEqual([]);
      }
    });

    it('in a series is there in every example and described by the document', () => {
      const own = ['id', 'name', 'original_name', 'first_air_date', 'poster_path', 'seasons'];
      const airings = ['last_episode_to_air', 'next_episode_to_air'];
      expect(Object.keys(tmdbSeries.shape)).toEqual([...own, ...airings, 'external_ids']);
      for (const name of ['tv.detail', 'tv.detail.append', 'tv.detail.nulls']) {
        expect(Object.keys(example(name))).toEqual(expect.arrayContaining([...own, ...airings]));
        const detail = tmdbSeries.omit({ external_ids: true }).parse(example(name));
        expect(check.answer('GET', '/3/tv/990201', detail)).toEqual([]);
      }
    });

    it('in a season is there in the example and described by the document', () => {
      const season = example('tv.season');
      expect(Object.keys(season)).toEqual(expect.arrayContaining(Object.keys(tmdbSeasonDetail.shape)));
      const only = { season_number: tmdbSeasonDetail.parse(season).season_number, episodes: [] };
      expect(check.answer('GET', '/3/tv/990201/season/2', only)).toEqual([]);
    });

    it('in an episode is there in the example and described by the document', () => {
      const { episodes } = example('tv.season') as { episodes: readonly [Record<string, unknown>] };
      expect(Object.keys(episodes[0])).toEqual(expect.arrayContaining(Object.keys(tmdbEpisode.shape)));
      const only = { season_number: 2, episodes: [tmdbEpisode.parse(episodes[0])] };
      expect(check.answer('GET', '/3/tv/990201/season/2', only)).toEqual([]);
    });

    it.each([
      ['person.detail', tmdbPerson],
      ['person.combined_credits', tmdbPersonCredits],
      ['genre.movie.list', tmdbGenreList],
      ['genre.tv.list', tmdbGenreList],
      ['watch.providers.movie', tmdbWholeList],
      ['watch.providers.regions', tmdbWholeList],
      ['configuration.languages', tmdbLanguages],
    ])('in %s is there in the example', (name, schema) => {
      expect(schema.safeParse(example(name)).success).toBe(true);
    });

    it('in the ids of a series in other catalogs is there and described by the document', () => {
      const { external_ids } = tmdbSeries.parse(example('tv.detail.append'));
      expect(external_ids).toEqual({ tvdb_id: 880201 });
      expect(check.answer('GET', '/3/tv/990201/external_ids', external_ids)).toEqual([]);
    });
  });
});

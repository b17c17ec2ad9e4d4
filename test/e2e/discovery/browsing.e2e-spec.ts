import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { DiscoveryPreferencesService } from '../../../src/modules/discovery/preferences/discovery-preferences.service.js';
import type { Answer } from '../../harness/http-client.js';
import { limitContent } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const FILMS = 'GET /3/discover/movie';
const SERIES = 'GET /3/discover/tv';
const FIXED = { page: '1', language: 'en-US' };
const ENGLISH = { with_original_language: 'en' };

const LISTS = [
  '/api/discover/movies/popular',
  '/api/discover/movies/top-rated',
  '/api/discover/movies/now-playing',
  '/api/discover/tv/popular',
  '/api/discover/tv/top-rated',
  '/api/discover/tv/on-the-air',
  '/api/discover/trending',
  '/api/media/movie/1/recommendations',
  '/api/media/movie/1/similar',
  '/api/media/tv/11/recommendations',
  '/api/media/tv/11/similar',
];

interface Page {
  readonly page: number;
  readonly results: readonly { readonly id: number; readonly original_language?: string }[];
  readonly total_results: number;
}

describe('browsing films and series', () => {
  let app: App;
  let admin: Session;
  let member: Session;
  let kid: Session;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
    member = await app.invite('ana');
    kid = await app.invite('kid');
    await limitContent(admin, kid, { blocked_movie_genres: [27, 53], blocked_tv_genres: [80] });
    const { given } = app.tmdb;
    given.film({ id: 1, title: 'Harbor Lights', release_date: '2026-12-24', runtime: 95 });
    given.film({ id: 2, title: 'Hafenlichter', original_language: 'de' });
    given.series({ id: 11, name: 'Northern Relay' });
    given.series({ id: 12, name: 'Nordrelais', original_language: 'de' });
    given.beside('movie', 1, [1, 2]);
    given.beside('tv', 11, [11, 12]);
  });

  afterEach(() => app.tmdb.forgetCalls());

  afterAll(() => app.close());

  const prefer = (englishOnly: boolean) =>
    app
      .get(Database)
      .write((tx) => app.get(DiscoveryPreferencesService).decideRow(tx, { source: 'metadata_popular', englishOnly }));
  const pageOf = ({ status, body }: Answer): Page => {
    expect(status).toBe(200);
    return body as Page;
  };
  const languagesOf = (answer: Answer) =>
    [...new Set(pageOf(answer).results.map((row) => row.original_language))].sort();
  const askedOf = (call: string) => app.tmdb.calls(call).map(({ query }) => query);

  it('doc2 §4 Browse parameters: the provider is asked for those and no others, in en-US and in English', async () => {
    await member.get(
      '/api/discover/movies?with_keywords=818,825&with_companies=9001%7C9002&language=de&include_adult=true&x=1',
    );
    expect(askedOf(FILMS)).toEqual([{ ...FIXED, ...ENGLISH, with_keywords: '818,825', with_companies: '9001|9002' }]);
  });

  it('doc2 §4 Browse parameters: a rating sort gets a minimum of votes, and the order counts', async () => {
    await member.get('/api/discover/tv?sort_by=vote_average.desc&first_air_date.gte=2020-01-01');
    const asked = { sort_by: 'vote_average.desc', 'vote_count.gte': '200', 'first_air_date.gte': '2020-01-01' };
    expect(askedOf(SERIES)).toEqual([{ ...FIXED, ...ENGLISH, ...asked }]);
  });

  it('issue 46: a filtered browse asks for runtimes and a network, and answers the page with the count of all', async () => {
    const films = pageOf(await member.get('/api/discover/movies/filtered?with_runtime.gte=90&with_runtime.lte=100'));
    expect(askedOf(FILMS)).toEqual([{ ...FIXED, ...ENGLISH, 'with_runtime.gte': '90', 'with_runtime.lte': '100' }]);
    expect([films.page, films.total_results, films.results.map(({ id }) => id)]).toEqual([1, 1, [1]]);
    const series = pageOf(await member.get('/api/discover/tv/filtered?with_networks=8001&with_original_language=de'));
    expect(askedOf(SERIES)).toEqual([{ ...FIXED, with_networks: '8001', with_original_language: 'de' }]);
    expect([series.total_results, series.results.map(({ id }) => id)]).toEqual([1, [12]]);
  });

  it('issue 46: the documents’ browse goes on dropping runtime and network, as what it does not know', async () => {
    await member.get('/api/discover/tv?with_runtime.gte=30&with_networks=8001&with_genres=9648');
    expect(askedOf(SERIES)).toEqual([{ ...FIXED, ...ENGLISH, with_genres: '9648' }]);
  });

  it('issue 46: a filtered browse shares what is kept of the other, and a kids account’s is kept apart', async () => {
    await member.get('/api/discover/movies?with_genres=99');
    await member.get('/api/discover/movies/filtered?with_genres=99');
    await kid.get('/api/discover/movies/filtered?with_genres=99');
    const asked = { ...FIXED, ...ENGLISH, with_genres: '99' };
    const limits = { include_adult: 'false', without_genres: '27,53', certification_country: 'US' };
    expect(askedOf(FILMS)).toEqual([asked, { ...asked, ...limits, 'certification.lte': 'PG' }]);
  });

  it.each([
    ['movies/filtered?language=de', 'unknown_parameter'],
    ['movies/filtered?with_networks=8001', 'unknown_parameter'],
    ['tv/filtered?with_networks=8001%7C8002', 'not_an_id'],
    ['tv/filtered?with_runtime.lte=9999', 'out_of_range'],
    ['tv/filtered?with_runtime.gte=90&with_runtime.lte=30', 'range_ends_before_it_begins'],
    ['movies/filtered?sort_by=first_air_date.desc', 'not_an_order'],
    ['movies/filtered?page=one', 'invalid'],
  ])('issue 46, security 7: %s is 400 %s, and nothing is asked', async (path, code) => {
    expect(await member.get(`/api/discover/${path}`)).toMatchObject({ status: 400, body: { code } });
    expect(app.tmdb.calls()).toEqual([]);
  });

  it.each([
    ['/api/discover/movies?sort_by=first_air_date.desc', /^sort_by must be one of original_title, /],
    ['/api/discover/tv?sort_by=popularity', /^sort_by must be one of first_air_date, .* followed by \.asc or \.desc$/],
    ['/api/discover/movies?primary_release_date.gte=2024-02-30', /^primary_release_date\.gte must be YYYY-MM-DD$/],
    ['/api/discover/tv?first_air_date.lte=soon', /^first_air_date\.lte must be YYYY-MM-DD$/],
    ['/api/discover/movies?with_keywords=1%7C2', /^with_keywords must be /],
    ['/api/discover/movies?page=one', /^invalid page$/],
    ['/api/search/keyword', /^query parameter required$/],
    ['/api/search/company?query=%20', /^query parameter required$/],
    ['/api/providers/movie?region=USA', /^region must be /],
    ['/api/media/person/one', /^invalid person id$/],
    ['/api/media/person/..%2f..%2fmovie/credits', /^invalid person id$/],
    ['/api/media/movie/1e3/similar', /^invalid movie id$/],
    ['/api/media/collections/..%2f..%2fmovie', /^invalid collection id$/],
    ['/api/media/tv/-1/recommendations', /^invalid series id$/],
  ])('doc2 §7, security 7: %s is 400, and nothing is asked', async (path, error) => {
    expect(await member.get(path)).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
    expect(app.tmdb.calls()).toEqual([]);
  });

  it.each([
    ...LISTS,
    '/api/discover/movies',
    '/api/discover/tv',
    '/api/discover/movies/filtered',
    '/api/discover/tv/filtered',
    '/api/discover/movies/upcoming',
    '/api/discover/tv/upcoming',
  ])('doc2 §4: %s clamps the page to 1..500, and the body reports the page served', async (path) => {
    const served = async (page: string) => pageOf(await member.get(`${path}?page=${page}`)).page;
    expect([await served('0'), await served('-3'), await served('501')]).toEqual([1, 1, 500]);
  });

  it.each(['/api/search/keyword?query=storm', '/api/search/company?query=tide'])(
    'doc2 §4: %s finds by name, and clamps the page',
    async (path) => {
      expect(pageOf(await member.get(path)).results).toHaveLength(1);
      expect(pageOf(await member.get(`${path}&page=9999`)).page).toBe(500);
    },
  );

  it.each([
    ['/api/providers/movie', 'US'],
    ['/api/providers/tv?region=de', 'DE'],
  ])('doc4 §3.1: %s are those of %s', async (path, watch_region) => {
    expect((await member.get(path)).status).toBe(200);
    expect(app.tmdb.calls()[0]?.query).toEqual({ language: 'en-US', watch_region });
  });

  it('doc4 §3.1: what comes soon is a browse of the next three months by popularity, in English', async () => {
    await member.get('/api/discover/movies/upcoming?page=3');
    await member.get('/api/discover/tv/upcoming?page=3');
    const common = { ...FIXED, ...ENGLISH, page: '3', sort_by: 'popularity.desc' };
    const films = { 'primary_release_date.gte': '2026-01-01', 'primary_release_date.lte': '2026-04-01' };
    const series = { 'first_air_date.gte': '2026-01-01', 'first_air_date.lte': '2026-04-01' };
    expect(askedOf(FILMS)).toEqual([{ ...common, ...films }]);
    expect(askedOf(SERIES)).toEqual([{ ...common, ...series }]);
  });

  it('doc2 §4 English-only: a browse that names its own language is forwarded as given, and not cut', async () => {
    const answer = await member.get('/api/discover/movies?with_original_language=de');
    expect(askedOf(FILMS)).toEqual([{ ...FIXED, with_original_language: 'de' }]);
    expect(languagesOf(answer)).toEqual(['de']);
  });

  it('doc2 §4 English-only: nor is one that names several languages', async () => {
    await member.get('/api/discover/tv?with_original_language=de%7Cfr-CA');
    expect(askedOf(SERIES)).toEqual([{ ...FIXED, with_original_language: 'de|fr-CA' }]);
  });

  it.each(LISTS)('doc2 §4 English-only: %s is cut afterwards, and its totals describe the provider', async (path) => {
    const whole = pageOf(await member.get(path));
    expect(whole.results.map((row) => row.original_language)).not.toContain('de');
    expect(whole.total_results).toBeGreaterThan(whole.results.length);
  });

  it('doc2 §4 English-only: what is kept stays whole, so that a changed preference counts with the next call', async () => {
    const path = '/api/discover/movies/popular';
    const upstream = 'GET /3/movie/popular';
    expect(languagesOf(await member.get(path))).toEqual(['en']);
    const calls = app.tmdb.calls(upstream).length;
    await prefer(false);
    expect(languagesOf(await member.get(path))).toEqual(['de', 'en']);
    await member.get('/api/discover/movies');
    expect(askedOf(FILMS)).toEqual([FIXED]);
    await prefer(true);
    expect(languagesOf(await member.get(path))).toEqual(['en']);
    expect(app.tmdb.calls(upstream)).toHaveLength(calls);
  });

  it('doc2 §4 English-only: where it is off, what comes soon names no language', async () => {
    await prefer(false);
    await member.get('/api/discover/movies/upcoming?page=4');
    await member.get('/api/discover/tv/upcoming?page=4');
    await prefer(true);
    const asked = [...askedOf(FILMS), ...askedOf(SERIES)];
    expect(asked.map((query) => Object.hasOwn(query, 'with_original_language'))).toEqual([false, false]);
  });

  it('doc2 §4 English-only: search and details are never cut', async () => {
    expect(languagesOf(await member.get('/api/search?query=hafen'))).toEqual(['de']);
    expect((await member.get('/api/media/movie/2')).status).toBe(200);
  });

  it('doc2 §4 Kids accounts: a browse pushes the limits upstream, and is kept apart from that of others', async () => {
    await member.get('/api/discover/movies?with_genres=18');
    await kid.get('/api/discover/movies?with_genres=18');
    await kid.get('/api/discover/movies?with_genres=18');
    const limits = {
      include_adult: 'false',
      without_genres: '27,53',
      certification_country: 'US',
      'certification.lte': 'PG',
    };
    const asked = { ...FIXED, ...ENGLISH, with_genres: '18' };
    expect(askedOf(FILMS)).toEqual([asked, { ...asked, ...limits }]);
    await kid.get('/api/discover/tv?with_genres=18');
    expect(askedOf(SERIES)).toEqual([{ ...asked, include_adult: 'false', without_genres: '80' }]);
    app.tmdb.forgetCalls();
    await kid.get('/api/discover/movies?with_original_language=de');
    await kid.get('/api/discover/movies/upcoming?page=5');
    expect(askedOf(FILMS)).toMatchObject([
      { ...limits, with_original_language: 'de' },
      { ...limits, ...ENGLISH },
    ]);
  });
});

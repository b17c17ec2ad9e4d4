import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp, WITH_LISTS } from '../../harness/start-app.js';

const HORROR = 27;
const NOT_APPLIED = [502, { error: 'content limits could not be applied' }];

type Kind = 'movie' | 'show';
type Row = Readonly<Record<string, unknown>>;
type Wrap = (title: Row, kind: Kind) => Row;

const bare: Wrap = (title) => title;
const watched: Wrap = (title, kind) => ({ watchers: 3, [kind]: title });
const awaited: Wrap = (title, kind) => ({ list_count: 3, [kind]: title });
const item: Wrap = (title, kind) => ({ rank: 1, id: 5, notes: null, type: kind, [kind]: title });
const due: Wrap = (title, kind) =>
  kind === 'movie'
    ? { released: '2026-01-02', movie: title }
    : { first_aired: 'x', episode: { season: 1 }, show: title };

const ITEMS = '/api/listprov/lists/ada/lights/items';
const ITEMS_UPSTREAM = 'GET /users/:user/lists/:list/items/:types';

/** Every feed with titles: what is asked, what that asks of the provider, and what a row is. */
const FEEDS: readonly (readonly [path: string, upstream: string, kind: Kind, wrap: Wrap])[] = [
  ['/api/listprov/trending', 'GET /movies/trending', 'movie', watched],
  ['/api/listprov/trending?type=shows', 'GET /shows/trending', 'show', watched],
  ['/api/listprov/popular', 'GET /movies/popular', 'movie', bare],
  ['/api/listprov/popular?type=shows', 'GET /shows/popular', 'show', bare],
  ['/api/listprov/anticipated', 'GET /movies/anticipated', 'movie', awaited],
  ['/api/listprov/anticipated?type=shows', 'GET /shows/anticipated', 'show', awaited],
  [ITEMS, ITEMS_UPSTREAM, 'movie', item],
  [ITEMS, ITEMS_UPSTREAM, 'show', item],
  ['/api/listprov/calendar', 'GET /calendars/all/movies/:from/:days', 'movie', due],
  ['/api/listprov/calendar?type=shows', 'GET /calendars/all/shows/:from/:days', 'show', due],
  ['/api/listprov/recommendations', 'GET /recommendations/movies', 'movie', bare],
  ['/api/listprov/recommendations?type=shows', 'GET /recommendations/shows', 'show', bare],
];

/** Titles by their id at the metadata provider, the same for films and series. */
const MILD = 1;
/** Above the cap, of a blocked genre, unrated, for adults, and not there. */
const HIDDEN = [2, 3, 4, 5, 6];

const titled = (ids: unknown): Row => ({ title: 'Harbor', year: 2024, ids });
const known = (tmdb: number | null): Row => titled({ trakt: 7, slug: 'harbor', imdb: '', tmdb });

const ratedSeries = (rating: string): Row => ({
  content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating }] },
});

describe('doc2 §4 Kids accounts on discovery, security 19: every passthrough of the list provider', () => {
  let app: App;
  let admin: Session;
  let kid: Session;
  let other: Session;

  beforeAll(async () => {
    app = await startApp({ env: WITH_LISTS });
    admin = await app.setUpAdmin();
    kid = await app.invite('kid');
    other = await app.invite('other');
    const { given } = app.tmdb;
    const genres = [{ id: HORROR, name: 'Horror' }];
    const [name, title] = ['Harbor', 'Harbor'];
    given.film({ id: MILD, title, ...ratedFilm('PG') });
    given.film({ id: 2, title, ...ratedFilm('R') });
    given.film({ id: 3, title, genres, ...ratedFilm('G') });
    given.film({ id: 4, title, release_dates: { results: [] } });
    given.film({ id: 5, title, adult: true, ...ratedFilm('G') });
    given.series({ id: MILD, name, ...ratedSeries('TV-G') });
    given.series({ id: 2, name, ...ratedSeries('TV-MA') });
    given.series({ id: 3, name, genres, ...ratedSeries('TV-G') });
    given.series({ id: 4, name, content_ratings: { results: [] } });
    given.series({ id: 5, name, adult: true, ...ratedSeries('TV-G') });
  });

  /** So that no feed is kept from the test before. */
  beforeEach(async () => {
    app.trakt.recover();
    app.tmdb.recover();
    await app.clock.leap(600_000);
    kid = await app.refresh(kid);
    admin = await app.refresh(admin);
    await limitContent(admin, kid, { blocked_movie_genres: [HORROR], blocked_tv_genres: [HORROR] });
  });

  afterAll(() => app.close());

  it.each(FEEDS)('%s (%s, %s) has what is within the limits, and all of it for others', async (...feed) => {
    const [path, upstream, kind, wrap] = feed;
    const [mild, unjudged] = [known(MILD), titled({ trakt: 7 })];
    const rows = [known(2), mild, ...HIDDEN.map(known), known(null), unjudged].map((title) => wrap(title, kind));
    app.trakt.fail(upstream, { body: rows });
    expect(statusAndBody(await kid.get(path))).toEqual([200, [wrap(mild, kind)]]);
    expect(statusAndBody(await admin.get(path))).toEqual([200, rows]);
  });

  it('an id that can’t be read is 502, and only for a kids account', async () => {
    app.trakt.fail('GET /movies/popular', { body: [known(MILD), titled({ tmdb: '1' })] });
    expect(statusAndBody(await kid.get('/api/listprov/popular'))).toEqual(NOT_APPLIED);
    expect((await admin.get('/api/listprov/popular')).status).toBe(200);
  });

  it('a rating that can’t be looked up is 502', async () => {
    app.trakt.fail('GET /shows/trending', { body: [watched(known(404), 'show'), watched(known(MILD), 'show')] });
    app.tmdb.fail('GET /3/tv/404', 503, 10);
    expect(statusAndBody(await kid.get('/api/listprov/trending?type=shows'))).toEqual(NOT_APPLIED);
  });

  it('what is all within the limits comes character for character', async () => {
    const text = ` ${JSON.stringify([known(MILD)]).replace('2024', '2024.0')}\n`;
    app.trakt.fail('GET /movies/popular', { body: text, headers: { 'content-type': 'application/json' } });
    expect((await kid.get('/api/listprov/popular')).text).toBe(text);
  });

  it('unrated titles are there where the policy shows them', async () => {
    await limitContent(admin, kid, { block_unrated: false });
    app.trakt.fail('GET /movies/popular', { body: [known(2), known(4)] });
    expect(statusAndBody(await kid.get('/api/listprov/popular'))).toEqual([200, [known(4)]]);
  });

  it('what people write beside a title is taken out, for nobody has judged it', async () => {
    const written = { ...item(known(MILD), 'movie'), notes: 'the bloody one' };
    const commented = {
      ...known(MILD),
      favorited_by: [{ notes: 'so much blood' }],
      recommended_by: [{ notes: 'gore' }],
    };
    app.trakt.fail(ITEMS_UPSTREAM, { body: [written] });
    app.trakt.fail('GET /recommendations/movies', { body: [commented] });
    expect(statusAndBody(await kid.get(ITEMS))).toEqual([200, [{ ...written, notes: null }]]);
    const left = { ...known(MILD), favorited_by: [], recommended_by: [] };
    expect(statusAndBody(await kid.get('/api/listprov/recommendations'))).toEqual([200, [left]]);
  });

  it('lists that people have made have names that nobody has judged: there are none', async () => {
    app.trakt.given.list({ user: 'ada', slug: 'gore', name: 'Blood and gore' });
    expect(statusAndBody(await kid.get('/api/listprov/lists'))).toEqual([200, []]);
    expect((await admin.get('/api/listprov/lists')).text).toContain('Blood and gore');
  });

  it('a list that isn’t there reads like what may not be seen', async () => {
    expect(statusAndBody(await kid.get('/api/listprov/lists/ada/none/items'))).toEqual([
      404,
      { error: 'not available' },
    ]);
  });

  it('the headers of pages aside, a long list is judged a few titles at a time', async () => {
    const ids = Array.from({ length: 100 }, (_, place) => 1_000 + place);
    for (const id of ids) app.tmdb.given.film({ id, title: 'Harbor', ...ratedFilm(id % 2 ? 'PG' : 'R') });
    app.trakt.fail('GET /movies/popular', { body: ids.map(known) });
    const { body } = await kid.get('/api/listprov/popular');
    expect(body).toEqual(ids.filter((id) => id % 2).map(known));
  });

  it('limits that can’t be read are 503, and nothing is asked of the provider', async () => {
    other = await app.refresh(other);
    await limitContent(admin, other);
    await damagePolicy(app, other);
    app.trakt.forgetCalls();
    for (const [path] of FEEDS) expect((await other.get(path)).status).toBe(503);
    expect((await other.get('/api/listprov/lists')).status).toBe(503);
    expect(app.trakt.calls()).toEqual([]);
  });

  it('limits that are tightened while the provider takes its time hold', async () => {
    app.trakt.meanwhile('GET /movies/popular', () => limitContent(admin, kid, { max_movie_rating: 'G' }));
    app.trakt.fail('GET /movies/popular', { body: [known(MILD)] });
    expect(statusAndBody(await kid.get('/api/listprov/popular'))).toEqual([200, []]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damagePolicy, limitContent, ratedFilm } from '../../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../../harness/start-app.js';
import { HTTP_ROUTES } from '../../../architecture/route-table.js';
import { nameOf, type MatrixRow, type MatrixTitle } from './matrix-row.js';
import { METADATA_ROWS } from './metadata-rows.js';
import { refusedWith } from '../../../harness/refused-with.js';

const ROWS: readonly MatrixRow[] = METADATA_ROWS;

const NOT_APPLIED = 'content limits could not be applied';
/** What the kids account doesn't see. */
const HIDDEN_GENRES = { movie: { id: 27, name: 'Horror' }, tv: { id: 80, name: 'Crime' } };

/** What a list's row and the ratings say of a title. */
interface TitleFacts {
  readonly rating?: 'within' | 'above';
  readonly adult?: boolean;
  readonly isOfHiddenGenre?: boolean;
}

const HIDDEN: readonly (readonly [string, TitleFacts])[] = [
  ['a title above the cap', { rating: 'above' }],
  ['a title of a hidden genre', { rating: 'within', isOfHiddenGenre: true }],
  ['a title without a rating', {}],
  ['a title for adults', { rating: 'within', adult: true }],
];

/** Routes whose answer kids accounts get whole, since it has no title, person or genre. */
const WHOLE = [
  'GET /api/search/keyword',
  'GET /api/search/company',
  'GET /api/providers/movie',
  'GET /api/providers/tv',
  'GET /api/providers/regions',
  'GET /api/languages',
];
/** Tested below, one by one. */
const ALONE = ['GET /api/media/person/:id', 'GET /api/genres/movie', 'GET /api/genres/tv'];
/** Parts of discovery with a proof of their own. */
const ELSEWHERE = /\/(music|pictures|books?|listprov|featured|setboxes)\b/;

const nameOfRow = ({ route, place }: MatrixRow): string => (place === undefined ? route : `${route} (${place})`);

describe('doc2 §4 Kids accounts on discovery, security 19: the kids matrix', () => {
  let app: App;
  let admin: Session;
  let kid: Session;
  let other: Session;
  let damaged: Session;
  let turn = 0;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    kid = await app.invite('kid');
    other = await app.invite('other');
    await limitContent(admin, kid, { blocked_movie_genres: [27], blocked_tv_genres: [80] });
    damaged = await app.invite('damaged');
    await limitContent(admin, damaged);
    await damagePolicy(app, damaged);
  });

  afterAll(() => app.close());

  /** A title that the provider knows, and that nothing kept knows. */
  function titled(kind: 'movie' | 'tv', { rating, adult = false, isOfHiddenGenre = false }: TitleFacts): MatrixTitle {
    turn += 1;
    const id = 50_000 + turn;
    const genres = isOfHiddenGenre ? [HIDDEN_GENRES[kind]] : [];
    const certification = kind === 'movie' ? { within: 'G', above: 'R' } : { within: 'TV-G', above: 'TV-MA' };
    const named = rating === undefined ? undefined : certification[rating];
    const releases = named === undefined ? { release_dates: { results: [] } } : ratedFilm(named);
    const rated = { content_ratings: { results: named === undefined ? [] : [{ iso_3166_1: 'US', rating: named }] } };
    if (kind === 'movie') app.tmdb.given.film({ id, title: nameOf(id), adult, genres, ...releases });
    else app.tmdb.given.series({ id, name: nameOf(id), adult, genres, ...rated });
    return { kind, id, adult, genreIds: genres.map((genre) => genre.id) };
  }

  /** What somebody is answered once the call brings this. */
  function asked(row: MatrixRow, title: MatrixTitle, body: unknown, who = kid) {
    const upstream = row.upstream?.(app) ?? app.tmdb;
    upstream.fail(row.call(title), { body });
    return who.get(row.path(title));
  }

  it.each(ROWS.map((row) => [nameOfRow(row), row] as const))('%s shows a title within the limits', async (_, row) => {
    const title = titled(row.kind, { rating: 'within' });
    const { status, text } = await asked(row, title, row.holding(title));
    expect([status, text.includes(nameOf(title.id))]).toEqual([200, true]);
  });

  it.each(ROWS.flatMap((row) => HIDDEN.map(([what, facts]) => [nameOfRow(row), what, row, facts] as const)))(
    '%s hides %s, and shows it to others',
    async (_, __, row, facts) => {
      const title = titled(row.kind, facts);
      const { status, text } = await asked(row, title, row.holding(title));
      expect([status, text.includes(nameOf(title.id))]).toEqual([row.hiddenStatus ?? 200, false]);
      if (row.hiddenStatus) expect(JSON.parse(text)).toEqual({ error: 'not available' });
      const whole = await asked(row, title, row.holding(title), other);
      app.tmdb.recover();
      expect([whole.status, whole.text.includes(nameOf(title.id))]).toEqual([200, true]);
    },
  );

  it.each(ROWS.map((row) => [nameOfRow(row), row] as const))('%s: a body that can’t be read is 502', async (_, row) => {
    const title = titled(row.kind, { rating: 'within' });
    const { status, body } = await asked(row, title, row.damaged(title));
    expect([status, body]).toEqual([502, refusedWith(row.damagedError ?? NOT_APPLIED)]);
  });

  it.each(ROWS.map((row) => [nameOfRow(row), row] as const))(
    '%s: a rating that can’t be looked up is 502, and no title is shown',
    async (_, row) => {
      const title = titled(row.kind, { rating: 'within' });
      const upstream = row.upstream?.(app) ?? app.tmdb;
      upstream.fail(row.call(title), { body: row.holding(title) });
      app.tmdb.fail(`GET /3/${title.kind}/${title.id}`, 503);
      const { status, body } = await kid.get(row.path(title));
      app.tmdb.recover();
      expect([status, body]).toEqual([502, refusedWith(NOT_APPLIED)]);
    },
  );

  it('a person who performs for adults is 404 "not available", and no other', async () => {
    app.tmdb.given.person({ id: 41, name: 'For adults', adult: true });
    app.tmdb.given.person({ id: 42, name: 'Ada Kroll' });
    expect(await kid.get('/api/media/person/41')).toMatchObject({ status: 404, body: { error: 'not available' } });
    expect((await kid.get('/api/media/person/42')).status).toBe(200);
    expect((await other.get('/api/media/person/41')).status).toBe(200);
  });

  it('a person of whom it isn’t said is 502', async () => {
    app.tmdb.fail('GET /3/person/43', { body: { id: 43, name: 'Nobody knows' } });
    expect(await kid.get('/api/media/person/43')).toMatchObject({ status: 502, body: { error: NOT_APPLIED } });
  });

  it('people for adults are left out of search', async () => {
    app.tmdb.given.person({ id: 51, name: 'Vera Adult', adult: true });
    app.tmdb.given.person({ id: 52, name: 'Vera Mild' });
    const { body } = await kid.get('/api/search?query=vera');
    expect((body as { results: readonly { id: number }[] }).results.map(({ id }) => id)).toEqual([52]);
  });

  it('hidden genres are dropped from the lists of genres, for the kids account alone', async () => {
    const idsAt = async (who: Session, path: string) =>
      ((await who.get(path)).body as { genres: readonly { id: number }[] }).genres.map(({ id }) => id);
    expect(await idsAt(kid, '/api/genres/movie')).not.toContain(27);
    expect(await idsAt(other, '/api/genres/movie')).toContain(27);
    expect(await idsAt(kid, '/api/genres/tv')).toEqual([10759, 18, 10762, 9648]);
    expect(await idsAt(admin, '/api/genres/tv')).toContain(80);
  });

  it.each(WHOLE)('%s has no title, and is the same for everyone', async (route) => {
    const path = `${route.slice('GET '.length)}?query=harbor`;
    const { status, text } = await other.get(path);
    expect([status, (await kid.get(path)).text]).toEqual([200, text]);
  });

  it('every route of discovery has its row', () => {
    const rows = new Set([...ROWS.map(({ route }) => route), ...WHOLE, ...ALONE]);
    const routes = HTTP_ROUTES.filter(({ permission }) => permission === 'media:discover');
    const left = routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !ELSEWHERE.test(route));
    expect(left.filter((route) => !rows.has(route))).toEqual([]);
    expect(left.length).toBeGreaterThanOrEqual(28);
  });

  it.each([...new Set(ROWS.map(({ route }) => route)), ...ALONE])(
    '%s: a policy that can’t be read is 503, and nothing is asked',
    async (route) => {
      app.tmdb.forgetCalls();
      const path = route.slice('GET '.length).replace(':id', '77');
      expect((await damaged.get(`${path}?query=harbor&season=1`)).status).toBe(503);
      expect(app.tmdb.calls()).toEqual([]);
    },
  );
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp, WITH_LISTS } from '../../harness/start-app.js';
import { withoutTable } from './discovery-tables.js';
import { refusedWith } from '../../harness/refused-with.js';

const ITEMS = '/api/listprov/lists/ada/lights/items';
const CREDITS = '/api/media/person/9/credits';
const SEARCH = '/api/search?query=harbor';
/** What mixes films and series. */
const MIXED = [SEARCH, '/api/discover/trending', CREDITS, ITEMS];
/** Coming soon and the calendar are the releases. */
const RELEASES = [
  '/api/discover/movies/upcoming',
  '/api/discover/tv/upcoming',
  '/api/listprov/calendar',
  '/api/listprov/calendar?type=shows',
];
/** What is about one kind alone. */
const OF_ONE_KIND = [
  ...['popular', 'featured'].flatMap((feed) => [`/api/discover/movies/${feed}`, `/api/discover/tv/${feed}`]),
  '/api/discover/movies',
  '/api/media/movie/1',
  '/api/media/tv/11',
  '/api/listprov/trending?type=shows',
];

describe('doc2 §4 Discovery settings: hidden media types', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ env: WITH_LISTS });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.beginNextDay();
    ana = await app.invite('ana');
    const rated = { content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating: 'TV-G' }] } };
    app.tmdb.given.film({ id: 1, title: 'Harbor film', release_date: '2026-01-20', ...ratedFilm('PG') });
    app.tmdb.given.film({ id: 2, title: 'Harbor: too much', release_date: '2026-01-20', ...ratedFilm('R') });
    app.tmdb.given.series({ id: 11, name: 'Harbor series', first_air_date: '2026-01-20', ...rated });
    const parts = [
      { kind: 'movie', id: 1 },
      { kind: 'tv', id: 11 },
    ] as const;
    app.tmdb.given.person({ id: 9, name: 'Ada Harbor', parts: [...parts] });
    app.trakt.given.movie({ id: 1, title: 'Harbor film' });
    app.trakt.given.movie({ id: 2, title: 'Harbor: too much' });
    app.trakt.given.show({ id: 11, title: 'Harbor series' });
    app.trakt.given.list({ user: 'ada', slug: 'lights', movies: [1, 2], shows: [11] });
  });

  afterAll(() => app.close());

  const hide = (choices: object) => admin.put('/api/admin/discovery-settings', { hidden_when_unconfigured: choices });
  /** Answers of others than the administrator, one by one. */
  const textsOf = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await ana.get(path)).text));

  it.each([
    ['movie', 'Harbor film', 'Harbor series'],
    ['tv', 'Harbor series', 'Harbor film'],
  ])(
    '%s is left out of what mixes kinds, known_for and credits included, until a manager serves it',
    async (...kind) => {
      const [type, gone, left] = kind;
      const whole = await textsOf(MIXED);
      await hide({ [type]: true });
      for (const text of await textsOf(MIXED))
        expect([text.includes(gone), text.includes(left)]).toEqual([false, true]);
      if (type === 'movie') await app.connectRadarr(admin);
      else await app.connectSonarr(admin);
      expect(await textsOf(MIXED)).toEqual(whole);
    },
  );

  it('what is about one kind alone, and releases, stay as they are: nothing is granted or taken', async () => {
    const paths = [...RELEASES, ...OF_ONE_KIND];
    const whole = await textsOf(paths);
    for (const text of whole) expect(text).toContain('Harbor');
    await hide({ movie: true, tv: true });
    expect(await textsOf(paths)).toEqual(whole);
  });

  it('what holds no hidden title is the provider’s, character for character', async () => {
    await hide({ movie: true });
    const search =
      '{ "page":1, "results":[{"id":11, "media_type":"tv", "x":1.50}],\n"total_pages":1,"total_results":1}';
    const items = '[{"type":"show", "show":{"ids":{"tmdb":11}}, "x":1.50}]';
    app.tmdb.fail('GET /3/search/multi', { body: Buffer.from(search) });
    app.trakt.fail('GET /users/:user/lists/:list/items/:types', {
      body: items,
      headers: { 'content-type': 'application/json' },
    });
    expect(await textsOf([SEARCH, ITEMS])).toEqual([search, items]);
  });

  it('rows that do not say what they are stay, and are no fault of the server', async () => {
    await hide({ movie: true });
    const results = [
      { id: 11, media_type: null },
      { id: 9, media_type: 'person', known_for: null },
    ];
    app.tmdb.fail('GET /3/search/multi', { body: { page: 1, results, total_pages: 1, total_results: 2 } });
    expect(statusAndBody(await ana.get(SEARCH))).toEqual([200, { page: 1, results, total_pages: 1, total_results: 2 }]);
  });

  it('a kids account gets what is left within its limits', async () => {
    await limitContent(admin, ana);
    await hide({ tv: true });
    for (const text of await textsOf(MIXED))
      expect(['film', 'too much', 'series'].map((title) => text.includes(title))).toEqual([true, false, false]);
  });

  it('what mixes kinds is 503 where instances can not be read, never a guess', async () => {
    await hide({ movie: true });
    await withoutTable(app, 'service_instances', async () => {
      for (const path of MIXED)
        expect(statusAndBody(await ana.get(path))).toEqual([
          503,
          refusedWith('temporarily unavailable, retry shortly'),
        ]);
    });
  });
});

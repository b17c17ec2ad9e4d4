import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { artistId, groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { limitContent } from '../../harness/kids-policy.js';
import type { Answer } from '../../harness/http-client.js';
import { answerAsTimePasses } from '../../harness/answer-as-time-passes.js';
import { PICTURES } from '../../harness/picture-network-path.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const MINUTE_MS = 60_000;
/** How long an answer is waited for where that is longest, at the charts. */
const LONGEST_ANSWER_MS = 15_000;
const HOUR_MS = 60 * MINUTE_MS;
const SEARCH = '/api/discover/music/search';
const POPULAR = '/api/discover/music/popular';
const RELEASES = '/api/discover/music/new-releases';
const GROUPS = 'GET /ws/2/release-group';
const CHART = 'GET /1/stats/sitewide/release-groups';
const FRESH = 'GET /1/explore/fresh-releases/';
const FRONT = 'GET /release-group/:id/:front';

interface Page {
  readonly results: readonly { readonly foreign_id: string; readonly title: string }[];
  readonly page: number;
  readonly next_page?: number;
  readonly empty_message?: string;
}

describe('doc2 §4 music', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let lidarr: LidarrFake;
  let library: string;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    lidarr = await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key') }).start();
    admin = await app.setUpAdmin();
    const { url, apiKey } = lidarr;
    const input = { service_type: 'music_manager', name: 'Music', url, api_key: apiKey };
    library = ((await admin.post('/api/instances', input)).body as { id: string }).id;
    ana = await app.invite('ana');
    const { given } = app.music.catalog;
    for (let n = 1; n <= 45; n += 1)
      given.group({ id: groupId(n), title: `Wave ${n}`, type: n % 9 === 0 ? 'Single' : n % 5 === 0 ? 'EP' : 'Album' });
    given.group({
      id: groupId(100),
      title: 'Harbor',
      date: '2025-12-24',
      disambiguation: 'demo',
      secondary: ['Live'],
      tags: ['jazz', 'hip hop'],
    });
  });

  afterEach(async () => {
    app.music.forgetCalls();
    for (const fake of [app.music.catalog, app.music.charts, app.music.covers]) fake.recover();
    // A session lasts 15 minutes; most tests move the clock by less.
    await app.clock.advance(1_000);
  });

  afterAll(async () => {
    await app.close();
    await lidarr.stop();
  });

  /** Tests that move the clock by hours begin with a session that is as fresh. */
  const again = async (session: Session): Promise<Session> => (ana = await app.refresh(session));

  const get = (path: string, session: Session = ana): Promise<Answer> =>
    answerAsTimePasses(app.clock, session.get(path));
  const titles = ({ body }: Answer): string[] => (body as Page).results.map(({ title }) => title);

  describe('search', () => {
    it('finds albums and EPs by title or artist, twenty entries to a page, in the envelope', async () => {
      const answer = await get(`${SEARCH}?query=%20harbor%20meridian%20`);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          results: [
            {
              foreign_id: groupId(100),
              title: 'Harbor',
              artist: 'Glass Meridian',
              release_type: 'album',
              release_date: '2025-12-24',
              artwork: `/api/discover/music/artwork/${groupId(100)}`,
              disambiguation: 'demo',
            },
          ],
          page: 1,
          source: 'music_metadata',
          scope: 'global',
        },
      ]);
      expect(app.music.catalog.calls()[0]?.query).toMatchObject({ limit: '20', offset: '0' });
    });

    it('next_page follows the provider to its last entry', async () => {
      const pages: Page[] = [];
      for (const page of [1, 2, 3]) pages.push((await get(`${SEARCH}?query=wave&page=${page}`)).body as Page);
      expect(pages.map(({ page, next_page: next, results }) => [page, next, results.length])).toEqual([
        [1, 2, 20],
        [2, undefined, 20],
        [3, undefined, 0],
      ]);
      expect(pages[2]?.empty_message).toBe('No album or EP of that name or artist was found.');
    });

    it('singles are there for who asks for them, and for nobody else', async () => {
      const without = (await get(`${SEARCH}?query=wave%209&include_singles=false`)).body as Page;
      const withThem = (await get(`${SEARCH}?query=wave%209&include_singles=true`)).body as Page;
      const ids = ({ results }: Page) => results.map(({ foreign_id: id }) => id);
      expect([ids(without).includes(groupId(9)), ids(withThem).includes(groupId(9))]).toEqual([false, true]);
    });

    it.each([
      ['', 'query parameter required'],
      ['?query=%20', 'query parameter required'],
      ['?query=%01%7F%C2%85', 'query parameter required'],
      ['?query=a&page=x', 'invalid page'],
      ['?query=a&include_singles=1', 'include_singles must be true or false'],
      ['?query=a&instance_id=a&instance_id=b', 'instance_id was given more than once'],
    ])('%s is 400: %s', async (query, error) => {
      const { status, body } = await get(SEARCH + query);
      expect([status, body, app.music.calls()]).toEqual([400, refusedWith(error), []]);
    });

    it('is kept for an hour, by its words, page and singles', async () => {
      ana = await again(ana);
      await get(`${SEARCH}?query=kept`);
      await get(`${SEARCH}?query=kept&page=2`);
      await get(`${SEARCH}?query=kept&include_singles=true`);
      expect(app.music.catalog.calls()).toHaveLength(3);
      await app.clock.leap(HOUR_MS - 10 * MINUTE_MS);
      ana = await again(ana);
      await get(`${SEARCH}?query=kept`);
      expect(app.music.catalog.calls()).toHaveLength(3);
      await app.clock.leap(10 * MINUTE_MS);
      await get(`${SEARCH}?query=kept`);
      expect(app.music.catalog.calls()).toHaveLength(4);
    });
  });

  it('artists are found by name, each once, with what distinguishes them', async () => {
    app.music.catalog.given.artist({ id: artistId(7), name: 'Glass', disambiguation: 'the other one' });
    const { body } = await get('/api/discover/music/artists?query=glass');
    expect((body as { results: unknown[] }).results).toEqual([
      {
        artist_id: artistId(1),
        name: 'Glass Meridian',
        sort_name: 'Glass Meridian',
        type: 'Group',
        country: 'US',
        disambiguation: 'demo band',
        began: '2019',
      },
      expect.objectContaining({ artist_id: artistId(7), disambiguation: 'the other one' }),
    ]);
  });

  describe('by id', () => {
    it('an album comes with credits that name its artists, and the genres most agree on', async () => {
      const { status, body } = await get(`/api/media/music/${groupId(100).toUpperCase()}`);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          foreign_id: groupId(100),
          secondary_types: ['Live'],
          genres: ['jazz', 'hip hop'],
          credits: [{ artist_id: artistId(1), name: 'Glass Meridian', join_phrase: '', disambiguation: 'demo band' }],
        }) as unknown,
      ]);
    });

    it('a release group that was merged has the id that the provider answers', async () => {
      app.music.catalog.given.merger(groupId(101), groupId(100));
      expect((await get(`/api/media/music/${groupId(101)}`)).body).toMatchObject({ foreign_id: groupId(100) });
    });

    it('an artist who was merged has the id that the provider answers', async () => {
      app.music.catalog.fail('GET /ws/2/artist/:id', { body: { id: artistId(1), name: 'Glass Meridian' } });
      expect((await get(`/api/media/music/artists/${artistId(201)}`)).body).toMatchObject({ artist_id: artistId(1) });
    });

    it('an artist, and what they have made', async () => {
      expect((await get(`/api/media/music/artists/${artistId(1)}`)).body).toMatchObject({ name: 'Glass Meridian' });
      const albums = await get(`/api/media/music/artists/${artistId(1)}/albums?page=2`);
      expect(albums.body).toMatchObject({ page: 2, next_page: 3, source: 'music_metadata', scope: 'global' });
      expect((albums.body as Page).results).toHaveLength(20);
    });

    it.each([
      `/api/media/music/${groupId(404)}`,
      `/api/media/music/artists/${artistId(404)}`,
      `/api/media/music/artists/${artistId(404)}/albums`,
      `/api/discover/music/artwork/${groupId(404)}`,
    ])('%s is 404: the provider affirms it', async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { error: 'not found' } });
    });

    it('what isn’t there is asked for again after five minutes, and not before', async () => {
      ana = await again(ana);
      const path = `/api/discover/music/artwork/${groupId(405)}`;
      const statuses = [(await ana.get(path)).status];
      app.music.covers.given.cover(groupId(405));
      await app.clock.advance(5 * MINUTE_MS - 1);
      statuses.push((await ana.get(path)).status);
      await app.clock.advance(1);
      statuses.push((await ana.get(path)).status);
      expect([statuses, app.music.covers.calls().length]).toEqual([[404, 404, 200], 2]);
    });

    it.each(['/api/media/music/x', '/api/media/music/artists/1', '/api/discover/music/artwork/..%2f'])(
      'security 7: %s is 400, and nothing is asked',
      async (path) => {
        expect([(await get(path)).status, app.music.calls()]).toEqual([400, []]);
      },
    );

    it('is kept for a day', async () => {
      ana = await again(ana);
      const path = `/api/media/music/${groupId(1)}`;
      await get(path);
      await app.clock.leap(24 * HOUR_MS - 10 * MINUTE_MS);
      ana = await again(ana);
      await get(path);
      expect(app.music.catalog.calls()).toHaveLength(1);
      await app.clock.leap(10 * MINUTE_MS);
      await get(path);
      expect(app.music.catalog.calls()).toHaveLength(2);
    });
  });

  describe('genres', () => {
    it('are those that can be asked for, each by its slug', async () => {
      const { body } = await get('/api/genres/music');
      const { genres } = body as { genres: { id: string; name: string; tag: string }[] };
      expect(genres).toContainEqual({ id: 'hip-hop', name: 'Hip Hop', tag: 'hip hop' });
      expect(new Set(genres.map(({ id }) => id)).size).toBe(genres.length);
      expect(app.music.calls()).toEqual([]);
    });

    it('find what carries their tag, for six hours', async () => {
      ana = await again(ana);
      const path = '/api/discover/music/genre?genre=hip-hop';
      expect(titles(await get(path))).toEqual(['Harbor']);
      expect(app.music.catalog.calls()[0]?.query).toMatchObject({ limit: '20' });
      await app.clock.leap(6 * HOUR_MS - 10 * MINUTE_MS);
      ana = await again(ana);
      await get(path);
      expect(app.music.catalog.calls()).toHaveLength(1);
      await app.clock.leap(10 * MINUTE_MS);
      await get(path);
      expect(app.music.catalog.calls()).toHaveLength(2);
    });

    it.each([
      ['', 'genre parameter required'],
      ['?genre=polka', 'unknown genre'],
      ['?genre=__proto__', 'unknown genre'],
    ])('%s is 400: %s', async (query, error) => {
      expect(await get(`/api/discover/music/genre${query}`)).toMatchObject({ status: 400, body: { error } });
    });
  });

  describe('charts', () => {
    const rows = (...numbers: number[]) => numbers.map((n) => ({ id: groupId(n), title: `Chart ${n}` }));

    it('are listed in their order, of this week unless asked otherwise, by what the catalog knows', async () => {
      const singles = Array.from({ length: 17 }, () => ({ title: 'Unmapped Record' }));
      app.music.charts.given.chart('this_week', [...rows(3, 9, 5), ...singles, ...rows(6)]);
      const { body } = await get(POPULAR);
      expect(body).toMatchObject({ page: 1, next_page: 2, source: 'music_charts', scope: 'global' });
      expect((body as Page).results.map(({ title }) => title)).toEqual(['Wave 3', 'Wave 5']);
      expect(app.music.charts.calls()[0]?.query).toEqual({ range: 'this_week', count: '20', offset: '0' });
    });

    it('a page without a fitting entry is short, and says that there is more', async () => {
      const singles = Array.from({ length: 20 }, () => ({ title: 'Unmapped Record' }));
      app.music.charts.given.chart('this_month', [...singles, ...rows(1)]);
      expect((await get(`${POPULAR}?period=this_month`)).body).toEqual({
        results: [],
        page: 1,
        next_page: 2,
        source: 'music_charts',
        scope: 'global',
        empty_message: 'Nothing on this page fits; there is more on the next one.',
      });
    });

    it('a chart that isn’t computed yet is empty, and says so', async () => {
      const { status, body } = await get(`${POPULAR}?period=this_year`);
      expect([status, body]).toMatchObject([
        200,
        { results: [], empty_message: 'There is no chart of this period yet.' },
      ]);
      expect(Object.keys(body as object)).not.toContain('next_page');
    });

    it('a merged entry has its new id, once, and one that is gone is left out', async () => {
      app.music.catalog.given.merger(groupId(201), groupId(1), 301);
      app.music.charts.given.chart('this_week', [...rows(201, 1, 404, 2)]);
      expect((await get(`${POPULAR}?page=1&x=1`)).status).toBe(200);
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      const { results } = (await get(POPULAR)).body as Page;
      expect(results.map(({ foreign_id: id }) => id)).toEqual([groupId(1), groupId(2)]);
    });

    it('too little knowledge of the entries fails the page, rather than thinning it', async () => {
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      app.music.charts.given.chart('this_week', rows(1, 301, 302, 303, 304, 305, 306));
      const error = 'music provider knows too little about this page, try again later';
      expect(await get(POPULAR)).toMatchObject({ status: 502, body: { error } });
      app.music.charts.given.chart('this_week', rows(1, 2, 301));
      app.music.catalog.fail('GET /ws/2/release-group/:id', 'garbage');
      expect((await get(POPULAR)).status).toBe(502);
      app.music.catalog.fail(GROUPS, 500);
      expect((await get(POPULAR)).status).toBe(502);
    });

    it('an unknown period is 400', async () => {
      expect((await get(`${POPULAR}?period=fortnight`)).status).toBe(400);
    });
  });

  describe('new releases', () => {
    const day = (back: number): string => new Date(app.clock.now() - back * 24 * HOUR_MS).toISOString().slice(0, 10);

    it('one window of 30 days, albums and EPs with whole dates, none to come, each once, newest first', async () => {
      const { given } = app.music.charts;
      const release = (n: number, date: string, type: string | null = 'Album', hasCover = true) =>
        given.release({ id: groupId(n), title: `New ${n}`, date, type, hasCover });
      release(1, day(3));
      release(2, day(1), 'EP', false);
      release(1, day(9));
      release(3, day(2), 'Single');
      release(4, day(2), null);
      release(5, day(0).slice(0, 7));
      release(6, day(30));
      const { body } = await get(RELEASES);
      expect(titles({ body } as Answer)).toEqual(['New 2', 'New 1', 'New 6']);
      const [first, second] = (body as { results: object[] }).results;
      expect(Object.keys(first ?? {})).not.toContain('artwork');
      expect(second).toMatchObject({ artwork: `/api/discover/music/artwork/${groupId(1)}`, release_date: day(3) });
      const query = { release_date: day(0), days: '30', past: 'true', future: 'false', sort: 'release_date' };
      expect(app.music.charts.calls().map((call) => call.query)).toEqual([query]);
    });

    it('are all of the window, as far as pages reach', async () => {
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      const { given } = app.music.charts;
      given.noReleases();
      for (let n = 0; n < 10_001; n += 1) given.release({ id: groupId(n), title: 'Many', date: day(n % 30) });
      const last = (await get(`${RELEASES}?page=500`)).body as Page;
      app.music.charts.given.noReleases();
      expect([last.results.length, last.next_page]).toEqual([20, undefined]);
    });

    it('are paged here: leafing through them asks nobody', async () => {
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      app.music.charts.given.noReleases();
      for (let n = 50; n < 95; n += 1)
        app.music.charts.given.release({ id: groupId(n), title: `Late ${n}`, date: day(5) });
      const pages: Page[] = [];
      for (const page of [1, 2, 3, 4]) pages.push((await get(`${RELEASES}?page=${page}`)).body as Page);
      expect(pages.map(({ next_page: next, results }) => [next, results.length])).toEqual([
        [2, 20],
        [3, 20],
        [undefined, 5],
        [undefined, 0],
      ]);
      expect(app.music.charts.calls(FRESH)).toHaveLength(1);
    });
  });

  it.each([
    ['a search', `${SEARCH}?query=ended&page=2`, 'catalog', GROUPS, { 'release-groups': [] }],
    [
      'a search for artists',
      '/api/discover/music/artists?query=ended&page=2',
      'catalog',
      'GET /ws/2/artist',
      { artists: [] },
    ],
    ['a genre', '/api/discover/music/genre?genre=rock&page=2', 'catalog', GROUPS, { 'release-groups': [] }],
    [
      'the chart',
      `${POPULAR}?period=this_month&page=2`,
      'charts',
      CHART,
      { payload: { release_groups: [], offset: 20, total_release_group_count: 1_000 } },
    ],
  ] as const)(
    'next_page: %s ends where the provider has nothing more, whatever it counts',
    async (_, path, fake, key, none) => {
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      app.music[fake].fail(key, { body: { created: '', count: 1_000, offset: 20, ...none } });
      const { status, body } = await get(path);
      expect([status, Object.keys(body as object).sort()]).toEqual([
        200,
        ['empty_message', 'page', 'results', 'scope', 'source'],
      ]);
    },
  );

  describe('covers', () => {
    const artwork = (n: number) => `/api/discover/music/artwork/${groupId(n)}`;

    it('security 28: of an account’s crowd of covers sixteen are fetched at once; beyond 129 more it is 503', async () => {
      const [gate, full] = [manualPromise(), manualPromise()];
      let [running, most] = [0, 0];
      const numbers = Array.from({ length: 16 + 129 + 1 }, (_, n) => 2_000 + n);
      for (const n of numbers) {
        app.music.covers.given.cover(groupId(n));
        app.music.covers.meanwhile(`GET /release-group/${groupId(n)}/front-500`, async () => {
          most = Math.max(most, (running += 1));
          if (running === 16) full.resolve();
          await gate.promise;
          running -= 1;
        });
      }
      const asked = numbers.map((n) => ana.get(artwork(n)));
      const [refused] = await Promise.all([Promise.race(asked), full.promise]);
      gate.resolve();
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect([refused.status, statuses.filter((status) => status === 200).length, most]).toEqual([503, 145, 16]);
    });

    it('are relayed as they are, for a day', async () => {
      ana = await again(ana);
      const bytes = Buffer.concat([PICTURES['image/webp'], Buffer.from([0, 13, 10, 255, 254])]);
      app.music.covers.given.cover(groupId(1), { type: 'image/webp; q=1', bytes });
      const answer = await fetch(app.url + artwork(1), { headers: { authorization: `Bearer ${ana.token}` } });
      const named = [
        'content-type',
        'content-length',
        'cache-control',
        'x-content-type-options',
        'set-cookie',
        'location',
      ];
      expect([answer.status, ...named.map((name) => answer.headers.get(name))]).toEqual([
        200,
        ...['image/webp', String(bytes.length), 'private, max-age=86400', 'nosniff', null, null],
      ]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect((await get(artwork(1))).status).toBe(200);
      expect(app.music.covers.calls()).toHaveLength(1);
      await app.clock.leap(24 * HOUR_MS - 10 * MINUTE_MS);
      ana = await again(ana);
      await get(artwork(1));
      expect(app.music.covers.calls()).toHaveLength(1);
      await app.clock.leap(10 * MINUTE_MS);
      await get(artwork(1));
      expect(app.music.covers.calls()).toHaveLength(2);
    });

    it('security 8, 22: what is no raster picture is 502', async () => {
      const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
      for (const type of ['image/svg+xml', 'image/jpeg', 'text/html']) {
        app.music.covers.given.cover(groupId(2), { type, bytes });
        const { status, text } = await get(artwork(2));
        expect([status, text.includes('svg')]).toEqual([502, false]);
      }
    });

    it('security 8: a redirect to another host, or without https, is 502', async () => {
      for (const location of ['https://evil.example/a.jpg', 'http://archive.org/a.jpg', `${app.music.covers.url}/x`]) {
        app.music.covers.fail(FRONT, { status: 307, headers: { location } });
        expect((await get(artwork(3))).status).toBe(502);
      }
      expect(app.music.covers.calls()).toHaveLength(3);
    });
  });

  describe('a provider that is', () => {
    const feeds = [
      ['search', (word: string) => `${SEARCH}?query=${word}`, GROUPS, 'catalog'],
      ['artists', (word: string) => `/api/discover/music/artists?query=${word}`, 'GET /ws/2/artist', 'catalog'],
    ] as const;

    it.each(feeds)('gone, broken or cut off: %s is 502', async (_, path, route, fake) => {
      for (const fault of ['reset', 'garbage', 'empty', 'cut-body', 500, 404] as const) {
        app.music[fake].fail(route, fault);
        const { status, body } = await get(path(`fault-${fault}`));
        expect([fault, status, Object.keys(body as object)]).toEqual([fault, 502, ['error', 'code', 'params']]);
      }
    });

    it.each(feeds)('slow: %s is given up within its deadline', async (_, path, route, fake) => {
      app.music[fake].fail(route, 'timeout');
      const error = 'music provider took too long to answer';
      const arrived = app.music[fake].nextCall(route);
      const asked = get(path('slow'));
      await arrived;
      await app.clock.advance(LONGEST_ANSWER_MS);
      expect(await asked).toMatchObject({ status: 502, body: { error } });
    });

    it.each(feeds)('busy: %s is tried again, three times at most', async (_, path, route, fake) => {
      app.music[fake].fail(route, { status: 503, headers: { 'retry-after': '2' } }, 2);
      expect((await get(path('busy'))).status).toBe(200);
      expect(app.music[fake].calls(route)).toHaveLength(3);
      app.music[fake].fail(route, { status: 503, headers: { 'retry-after': '2' } }, 3);
      expect((await get(path('busier'))).status).toBe(502);
      expect(app.music[fake].calls(route)).toHaveLength(6);
    });

    it('rate-limited: the charts ask for a pause, and get it', async () => {
      await app.clock.leap(HOUR_MS);
      ana = await again(ana);
      app.music.charts.given.chart('this_month', []);
      app.music.charts.limitRate(CHART, { resetInSeconds: 3 });
      expect((await get(`${POPULAR}?period=this_month`)).status).toBe(200);
      expect(app.music.charts.calls(CHART)).toHaveLength(2);
    });

    it('gone: a page that is kept serves for its lifetime', async () => {
      const { text } = await get(`${SEARCH}?query=lasting`);
      app.music.catalog.fail(GROUPS, 'reset', Infinity);
      expect((await get(`${SEARCH}?query=lasting`)).text).toBe(text);
      expect((await get(`${SEARCH}?query=fleeting`)).status).toBe(502);
    });

    it('asked by twelve at once: one call, and one answer', async () => {
      const asked = Promise.all(Array.from({ length: 12 }, () => ana.get(`${SEARCH}?query=crowd`)));
      const answers = await asked;
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([answers[0]?.status, app.music.catalog.calls().length]).toEqual([200, 1]);
      app.music.covers.given.cover(groupId(5));
      await Promise.all(Array.from({ length: 12 }, () => ana.get(`/api/discover/music/artwork/${groupId(5)}`)));
      expect(app.music.covers.calls()).toHaveLength(1);
    });
  });

  describe('who may', () => {
    const ROUTES = [
      `${SEARCH}?query=wave`,
      '/api/discover/music/artists?query=wave',
      POPULAR,
      RELEASES,
      '/api/discover/music/genre?genre=jazz',
      '/api/genres/music',
      `/api/media/music/${groupId(1)}`,
      `/api/media/music/artists/${artistId(1)}`,
      `/api/media/music/artists/${artistId(1)}/albums`,
      `/api/discover/music/artwork/${groupId(1)}`,
    ];
    const refused = {
      status: 403,
      body: { error: 'no access to this Lidarr instance', code: 'instance_not_granted', params: expect.anything() },
    };
    /** What is wrong with a question, and the error for callers who may ask it. */
    const WRONG = [
      [SEARCH, 'query parameter required'],
      ['/api/discover/music/artists?query=a&page=x', 'invalid page'],
      [`${POPULAR}?period=fortnight`, 'period must be this_week, this_month or this_year'],
      [`${RELEASES}?page=1.5`, 'invalid page'],
      ['/api/discover/music/genre?genre=polka', 'unknown genre'],
      ['/api/media/music/x', 'invalid music id'],
      ['/api/media/music/artists/x', 'invalid artist id'],
      ['/api/media/music/artists/x/albums', 'invalid artist id'],
      ['/api/discover/music/artwork/x', 'invalid music id'],
    ] as const;
    /** Each route that asks a provider, by something that isn't kept, with whom it asks and what. */
    const MEANWHILE: readonly (readonly [
      what: string,
      path: (word: string | number) => string,
      fake: 'catalog' | 'charts' | 'covers',
      upstream: string,
      prepare: () => void,
    ])[] = [
      ['albums found', (word) => `${SEARCH}?query=meanwhile-${word}`, 'catalog', GROUPS, () => undefined],
      [
        'artists found',
        (word) => `/api/discover/music/artists?query=meanwhile-${word}`,
        'catalog',
        'GET /ws/2/artist',
        () => undefined,
      ],
      ['the chart', () => POPULAR, 'charts', CHART, () => undefined],
      [
        'what the chart’s entries are',
        () => POPULAR,
        'catalog',
        GROUPS,
        () => app.music.charts.given.chart('this_week', [{ id: groupId(1), title: 'x' }]),
      ],
      ['new releases', () => RELEASES, 'charts', FRESH, () => undefined],
      ['a genre', () => '/api/discover/music/genre?genre=folk', 'catalog', GROUPS, () => undefined],
      ['an album', () => `/api/media/music/${groupId(1)}`, 'catalog', 'GET /ws/2/release-group/:id', () => undefined],
      [
        'an artist',
        () => `/api/media/music/artists/${artistId(1)}`,
        'catalog',
        'GET /ws/2/artist/:id',
        () => undefined,
      ],
      [
        'an artist’s albums',
        () => `/api/media/music/artists/${artistId(1)}/albums`,
        'catalog',
        GROUPS,
        () => undefined,
      ],
      [
        'a cover',
        () => `/api/discover/music/artwork/${groupId(1)}`,
        'covers',
        FRONT,
        () => app.music.covers.given.cover(groupId(1)),
      ],
    ];
    const withId = (path: string, id: string): string => `${path}${path.includes('?') ? '&' : '?'}instance_id=${id}`;
    const assign = (action: string, session: Session) =>
      admin.patch(`/api/instances/${library}/assignments`, { action, user_ids: [session.userId] });

    it.each(ROUTES)(
      'Access: %s: a member without a grant calls nobody, cached or not, and distinguishes no instances',
      async (path) => {
        admin = await app.refresh(admin);
        ana = await again(ana);
        await assign('add', ana);
        await get(path);
        await assign('remove', ana);
        app.music.forgetCalls();
        const answers = [];
        for (const asked of [path, withId(path, library), withId(path, 'nowhere')]) answers.push(await get(asked));
        await assign('add', ana);
        expect(answers).toMatchObject([refused, refused, refused]);
        expect(app.music.calls()).toEqual([]);
      },
    );

    it('Access: a member without a grant is refused before the question is validated', async () => {
      admin = await app.refresh(admin);
      ana = await again(ana);
      await assign('remove', ana);
      const answers = [];
      for (const [asked] of WRONG) answers.push(await get(asked));
      await assign('add', ana);
      expect(answers).toMatchObject(WRONG.map(() => refused));
      for (const [asked, error] of WRONG) expect(await get(asked)).toMatchObject({ status: 400, body: { error } });
      expect(app.music.calls()).toEqual([]);
    });

    it.each(MEANWHILE)(
      'Access: a grant that is taken back while the provider works withholds the answer and the error: %s',
      async (_, path, fake, upstream, prepare) => {
        prepare();
        for (const fault of [undefined, 500]) {
          // So that nothing is kept from before.
          await app.clock.leap(24 * HOUR_MS);
          admin = await app.refresh(admin);
          ana = await again(ana);
          if (fault !== undefined) app.music[fake].fail(upstream, fault);
          app.music[fake].meanwhile(upstream, () => assign('remove', ana));
          const answer = await get(path(fault ?? 'answer'));
          await assign('add', ana);
          expect(answer).toMatchObject(refused);
          expect(app.music[fake].calls(upstream).length).toBeGreaterThan(0);
          app.music.forgetCalls();
        }
      },
    );

    it('Access: an administrator needs no instance, and may name only one that is there', async () => {
      admin = await app.refresh(admin);
      expect((await get(`${SEARCH}?query=wave`, admin)).status).toBe(200);
      expect((await get(`${SEARCH}?query=wave&instance_id=${library}`, admin)).status).toBe(200);
      const { status, body } = await get(`${SEARCH}?query=wave&instance_id=nowhere`, admin);
      expect([status, body]).toEqual([
        400,
        { error: 'unknown Lidarr instance', code: 'destination_unknown', params: expect.anything() },
      ]);
    });

    it.each(ROUTES)('Kids accounts: %s carries no ratings, and is the same to them as to others', async (path) => {
      admin = await app.refresh(admin);
      ana = await again(ana);
      app.music.covers.given.cover(groupId(1));
      const before = await get(path);
      await limitContent(admin, ana);
      const asKid = await get(path);
      await admin.delete(`/api/admin/users/${ana.userId}/content-policy`);
      expect([before.status, asKid.text]).toEqual([200, before.text]);
    });
  });

  it('security 22: hostile text stays inert data', async () => {
    const title = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\u2028\u202e @everyone';
    app.music.catalog.given.group({ id: groupId(666), title, disambiguation: title });
    const answer = await get(`/api/media/music/${groupId(666)}`);
    expect(answer.body).toMatchObject({ title, disambiguation: title });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('doc2 §4 music: calls to one provider start a second apart, no matter who asks', async () => {
    const { catalog } = app.music;
    const first = catalog.nextCall(GROUPS);
    catalog.cameAt.length = 0;
    const began = app.clock.now();
    const asked = ['x1', 'x2', 'x3'].map((word) => ana.get(`${SEARCH}?query=${word}`));
    await first;
    for (let next = 1; next <= 2; next += 1) {
      const came = catalog.nextCall(GROUPS);
      await app.clock.waitedFor(1_000);
      await app.clock.advance(999);
      await app.clock.advance(1);
      await came;
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(catalog.cameAt.map((at) => at - began)).toEqual([0, 1_000, 2_000]);
  });
});

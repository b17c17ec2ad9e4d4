import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { ServiceType } from '../../../src/modules/instances/service-kinds.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { undecide, withoutTable } from './discovery-tables.js';
import { refusedWith } from '../../harness/refused-with.js';

const SETTINGS = '/api/admin/discovery-settings';
const NOTHING = { movie: false, tv: false, book: false, music: false };
const FIRST = {
  source: 'metadata_trending',
  english_only: true,
  hidden_when_unconfigured: NOTHING,
  sources: ['metadata_trending', 'listprov_trending', 'metadata_popular'],
  listprov_configured: false,
};
const UNAVAILABLE = [503, refusedWith('temporarily unavailable, retry shortly')];

describe('doc2 §4 Discovery settings', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });
  afterAll(() => app.close());

  async function begin(): Promise<void> {
    admin = await app.beginNextDay();
  }

  const put = (body: object): Promise<Answer> => admin.put(SETTINGS, body);
  const hide = (hidden_when_unconfigured: unknown): Promise<Answer> => put({ hidden_when_unconfigured });
  const read = async (): Promise<unknown> => (await admin.get(SETTINGS)).body;
  const hiddenFrom = async (session: Session): Promise<unknown> =>
    ((await session.get('/api/config')).body as { hidden_discover_tabs: unknown }).hidden_discover_tabs;
  const damage = (): Promise<unknown> =>
    app
      .get(Database)
      .write((tx) => tx.upsert(SettingRow, { key: 'discovery_preferences', value: '{"row":7}' }, ['key']));
  /** Connects what doesn't answer, whose key can't be opened, and that nobody may use. */
  async function unreachable(serviceType: ServiceType): Promise<string> {
    const id = `${serviceType}-gone`;
    const switches = { isDefault: false, sortOrder: 0, autoAddUsers: false };
    const row = { id, serviceType, name: 'Gone', url: 'http://127.0.0.1:9', apiKey: 'v1:scrambled', ...switches };
    await app
      .get(Database)
      .write((tx) => tx.insert(ServiceInstanceRow, { ...row, mediaPathMappings: [], createdAt: 0 }));
    return id;
  }
  const isDecided = async (): Promise<unknown> => {
    const { items } = (await admin.get('/api/admin/setup-status')).body as { items: { key: string }[] };
    return items.find(({ key }) => key === 'discovery_prefs');
  };

  describe('what is refused', () => {
    beforeAll(begin);

    it.each([
      [{ source: 'tmdb_trending' }, 'unknown source'],
      [{ source: null }, 'unknown source'],
      [{ english_only: 'true' }, 'english_only must be true or false'],
      [{ hidden_when_unconfigured: null }, 'hidden_when_unconfigured must be an object of media types'],
      [{ hidden_when_unconfigured: [] }, 'hidden_when_unconfigured must be an object of media types'],
      [{ hidden_when_unconfigured: { movies: true } }, 'unknown media type'],
      [{ hidden_when_unconfigured: { releases: true } }, 'unknown media type'],
      [{ hidden_when_unconfigured: { tv: 1 } }, 'hidden_when_unconfigured.tv must be true or false'],
      [{ hidden_when_unconfigured: { book: null } }, 'hidden_when_unconfigured.book must be true or false'],
      [{ source: 'metadata_popular', hidden_when_unconfigured: { movie: true, film: true } }, 'unknown media type'],
    ])('doc2 §7: %j is 400, and nothing of it is kept', async (body, error) => {
      expect(statusAndBody(await put(body))).toEqual([400, refusedWith(error)]);
      expect(await read()).toEqual(FIRST);
    });

    it('a media type called __proto__ is unknown too', async () => {
      const body = JSON.parse('{"hidden_when_unconfigured":{"__proto__":true}}') as object;
      expect(statusAndBody(await put(body))).toEqual([400, refusedWith('unknown media type')]);
    });
  });

  describe('what is taken', () => {
    beforeEach(begin);

    it('doc3 §2.3: until somebody decides, the source is automatic, English-only is on and nothing is hidden', async () => {
      const answer = await admin.get(SETTINGS);
      expect([...statusAndBody(answer), answer.headers.get('cache-control')]).toEqual([200, FIRST, 'no-store']);
    });

    it('an update changes what it names and nothing else', async () => {
      const updates = [
        [{}, {}],
        [{ source: 'metadata_popular' }, { source: 'metadata_popular' }],
        [{ english_only: false }, { english_only: false }],
        [{ hidden_when_unconfigured: {} }, {}],
        [{ hidden_when_unconfigured: { tv: true } }, { hidden_when_unconfigured: { ...NOTHING, tv: true } }],
        [{ sources: [], listprov_configured: true, other: 1 }, {}],
      ] as const;
      for (const [body, changed] of updates) {
        await undecide(app);
        const answer = statusAndBody(await put(body));
        const whole = { ...FIRST, ...changed };
        expect({ body, answer, read: await read() }).toEqual({ body, answer: [200, whole], read: whole });
      }
    });

    it('what is decided stays while other things are', async () => {
      await put({ source: 'metadata_popular' });
      await hide({ movie: true, music: true });
      await put({ english_only: false });
      await hide({ movie: false });
      expect(await read()).toEqual({
        ...FIRST,
        source: 'metadata_popular',
        english_only: false,
        hidden_when_unconfigured: { ...NOTHING, music: true },
      });
    });

    it('partial updates at the same time lose nothing of each other, nor of other settings', async () => {
      const inputs = [
        ...['movie', 'tv', 'book', 'music'].map((type) => ({ hidden_when_unconfigured: { [type]: true } })),
        { source: 'metadata_popular' },
        { english_only: false },
      ];
      const address = { external_url: 'https://usher.example.test' };
      const storm = Array.from({ length: 10 }, () => inputs).flatMap((round) => round.map(put));
      const answers = await Promise.all([...storm, admin.put('/api/admin/external-address', address)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await read()).toEqual({
        ...FIRST,
        source: 'metadata_popular',
        english_only: false,
        hidden_when_unconfigured: { movie: true, tv: true, book: true, music: true },
      });
      expect((await admin.get('/api/admin/external-address')).body).toEqual(address);
    });

    it('hiding alone is no decision about the row; a source or a language is', async () => {
      await hide({ movie: true });
      expect(await isDecided()).toMatchObject({ configured: false, optional: true });
      await put({ english_only: true });
      expect(await isDecided()).toMatchObject({ configured: true });
    });

    it('doc4 §3.3: a source that is not available may be chosen, and the row falls back', async () => {
      expect(statusAndBody(await put({ source: 'listprov_trending' }))).toEqual([200, FIRST]);
      expect(await isDecided()).toMatchObject({ configured: true });
    });

    it('doc2 §7: stored settings that can not be read are 503 wherever they count', async () => {
      await damage();
      expect(statusAndBody(await admin.get(SETTINGS))).toEqual(UNAVAILABLE);
      expect(statusAndBody(await hide({ movie: true }))).toEqual(UNAVAILABLE);
      expect(statusAndBody(await put({ source: 'metadata_popular', english_only: false }))).toEqual(UNAVAILABLE);
      expect(statusAndBody(await admin.get('/api/config'))).toEqual(UNAVAILABLE);
      app.tmdb.given.film({ id: 1, title: 'Harbor' });
      const cut = ['discover/movies/popular', 'discover/tv', 'discover/tv/upcoming', 'media/movie/1/similar'];
      for (const path of [...cut, 'search?query=harbor'])
        expect(statusAndBody(await admin.get(`/api/${path}`))).toEqual(UNAVAILABLE);
      expect((await admin.get('/api/media/movie/1')).status).toBe(200);
    });

    it('doc2 §4, §7: settings storage that is not there is 503, and no list is shown by a default', async () => {
      await withoutTable(app, 'settings', async () => {
        expect(statusAndBody(await admin.get(SETTINGS))).toEqual(UNAVAILABLE);
        for (const body of [{ hidden_when_unconfigured: { movie: true } }, { english_only: false }])
          expect(statusAndBody(await put(body))).toEqual(UNAVAILABLE);
        for (const path of ['/api/discover/movies/popular', '/api/discover/tv', '/api/discover/movies/featured'])
          expect(statusAndBody(await admin.get(path))).toEqual(UNAVAILABLE);
      });
    });

    it('what is to be hidden is hidden from everybody while nothing serves it, and grants or takes nothing', async () => {
      const ana = await app.invite('ana');
      await hide({ movie: true, music: true });
      for (const session of [admin, ana]) expect(await hiddenFrom(session)).toEqual(['movie', 'music']);
      for (const session of [admin, ana]) expect((await session.get('/api/discover/movies/popular')).status).toBe(200);
    });

    it('a manager brings its media type back, no matter who may use it and whether it answers, until it is gone', async () => {
      const ana = await app.invite('ana');
      await hide({ movie: true, tv: true, book: true, music: true });
      const all = ['movie', 'tv', 'book', 'music'];
      for (const kind of ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const) {
        const id = await unreachable(kind);
        for (const session of [admin, ana])
          expect(await hiddenFrom(session)).toEqual(all.filter((type) => !kind.startsWith(type)));
        await admin.delete(`/api/instances/${id}`);
        for (const session of [admin, ana]) expect(await hiddenFrom(session)).toEqual(all);
      }
    });

    it('lists that mix kinds leave hidden ones out, what people are known for too; those of one kind stay', async () => {
      app.tmdb.given.film({ id: 1, title: 'Harbor film' });
      app.tmdb.given.series({ id: 11, name: 'Harbor series' });
      const idsIn = async (path: string): Promise<unknown> =>
        ((await admin.get(path)).body as { results: { id: number }[] }).results.map(({ id }) => id);
      const lists = ['/api/search?query=harbor', '/api/discover/trending'];
      const plain = await Promise.all(lists.map(async (path) => (await admin.get(path)).text));
      await hide({ movie: true });
      for (const path of lists) expect(await idsIn(path)).toEqual([11]);
      for (const path of ['/api/discover/movies/popular', '/api/discover/movies/featured'])
        expect(await idsIn(path)).toEqual([1]);
      expect((await admin.get('/api/media/movie/1')).status).toBe(200);
      const known_for = [
        { id: 1, media_type: 'movie' },
        { id: 11, media_type: 'tv' },
      ];
      const results = [{ id: 21, media_type: 'person', name: 'Ada', known_for }];
      app.tmdb.fail('GET /3/search/multi', { body: { page: 1, results, total_pages: 1, total_results: 1 } });
      expect((await admin.get('/api/search?query=ada')).body).toEqual({
        page: 1,
        results: [{ ...results[0], known_for: [known_for[1]] }],
        total_pages: 1,
        total_results: 1,
      });
      await app.connectRadarr(admin);
      expect(await Promise.all(lists.map(async (path) => (await admin.get(path)).text))).toEqual(plain);
    });

    it('instances that can not be read are 503, never a guess', async () => {
      await hide({ movie: true });
      await withoutTable(app, 'service_instances', async () => {
        expect(statusAndBody(await admin.get('/api/config'))).toEqual(UNAVAILABLE);
      });
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp, WITH_LISTS } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const TRENDING = '/api/listprov/trending';
const UPSTREAM = 'GET /movies/trending';
const ITEMS = '/api/listprov/lists/ada/lights/items';
const NOT_CONFIGURED = { status: 503, body: { error: 'list provider not configured', code: 'lists_not_configured' } };
const FEWER = 'list provider asks for fewer requests, try again shortly';

const FEEDS = [
  [TRENDING, '/movies/trending', { extended: 'full,images', page: '1', limit: '20' }],
  [`${TRENDING}?type=movies&page=3`, '/movies/trending', { extended: 'full,images', page: '3', limit: '20' }],
  [`${TRENDING}?type=shows&page=501`, '/shows/trending', { extended: 'full,images', page: '500', limit: '20' }],
  ['/api/listprov/popular', '/movies/popular', { extended: 'full,images', page: '1', limit: '20' }],
  ['/api/listprov/popular?type=shows', '/shows/popular', { extended: 'full,images', page: '1', limit: '20' }],
  ['/api/listprov/anticipated', '/movies/anticipated', { extended: 'full,images', page: '1', limit: '20' }],
  ['/api/listprov/anticipated?type=shows', '/shows/anticipated', { extended: 'full,images', page: '1', limit: '20' }],
  ['/api/listprov/lists?page=2', '/lists/popular', { page: '2', limit: '20' }],
  [ITEMS, '/users/ada/lists/lights/items/movie%2Cshow', { extended: 'full,images', page: '1', limit: '100' }],
  ['/api/listprov/calendar', '/calendars/all/movies/TODAY/14', {}],
  ['/api/listprov/calendar?type=shows&days=31', '/calendars/all/shows/TODAY/31', {}],
] as const;

describe('doc2 §4, doc4 §3.4: passthroughs of the list provider', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ env: WITH_LISTS });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
    const { given } = app.trakt;
    given.movie({ id: 801, title: 'Harbor Lights', watchers: 41 });
    given.movie({ id: 802, title: 'Low Tide', watchers: 7 });
    given.show({ id: 901, title: 'Northern Relay', watchers: 77 });
    given.list({ user: 'ada', slug: 'lights', description: '<script>alert(1)</script>', movies: [801], shows: [901] });
  });

  /** So that no feed is kept from the test before. */
  beforeEach(async () => {
    app.trakt.recover();
    await app.clock.leap(600_000);
    ana = await app.refresh(ana);
    app.trakt.forgetCalls();
  });

  afterAll(() => app.close());

  const today = (): string => new Date(app.clock.now()).toISOString().slice(0, 10);

  it.each(FEEDS)('%s asks for %s with what is fixed, and nothing else', async (path, upstream, query) => {
    expect((await ana.get(`${path}${path.includes('?') ? '&' : '?'}limit=9&extended=no&genres=x`)).status).toBe(200);
    expect(app.trakt.calls()).toMatchObject([{ method: 'GET', path: upstream.replace('TODAY', today()), query }]);
    expect(Object.keys(app.trakt.calls()[0]?.query ?? {})).toEqual(Object.keys(query));
  });

  it.each([TRENDING, '/api/listprov/popular?type=shows', '/api/listprov/lists', ITEMS, '/api/listprov/calendar'])(
    'doc4 §3.1: %s is the provider’s body, character for character',
    async (path) => {
      const asked = await ana.get(path);
      const [call] = app.trakt.calls();
      const query = new URLSearchParams(call?.query as Record<string, string>);
      const headers = {
        'trakt-api-key': app.trakt.clientId,
        'trakt-api-version': '2',
        'content-type': 'application/json',
      };
      const theirs = await fetch(`${app.trakt.url}${call?.path}?${query.toString()}`, { headers });
      expect(asked.text).toBe(await theirs.text());
      expect(asked.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(asked.text)).not.toEqual([]);
    },
  );

  it('security 22: what people write goes out as data, as it is', async () => {
    const { body } = await ana.get('/api/listprov/lists');
    expect(body).toMatchObject([{ list: { description: '<script>alert(1)</script>' } }]);
  });

  it.each([
    [`${TRENDING}?type=films`, 'type must be movies or shows'],
    [`${TRENDING}?type=movies&type=shows`, 'type must be movies or shows'],
    [`${TRENDING}?type=`, 'type must be movies or shows'],
    ['/api/listprov/popular?type=../users', 'type must be movies or shows'],
    ['/api/listprov/anticipated?page=two', 'invalid page'],
    ['/api/listprov/lists?page=1.5', 'invalid page'],
    ['/api/listprov/recommendations?type=movie', 'type must be movies or shows'],
    ...['0', '32', '-1', '1.5', 'x', '', '014', '7&days=8'].map((days): [string, string] => [
      `/api/listprov/calendar?days=${days}`,
      'days must be a whole number from 1 to 31',
    ]),
    ['/api/listprov/lists/%252e%252e/lights/items', 'invalid user'],
    ['/api/listprov/lists/a%2f..%2f../lights/items', 'invalid user'],
    ['/api/listprov/lists/ada%3Fx/lights/items', 'invalid user'],
    [`/api/listprov/lists/${'a'.repeat(101)}/lights/items`, 'invalid user'],
    ['/api/listprov/lists/ada/%2e%2e%2fme/items', 'invalid slug'],
    ['/api/listprov/lists/ada/a%23b/items', 'invalid slug'],
    ['/api/listprov/lists/ada/a%0d%0ab/items', 'invalid slug'],
    ['/api/listprov/lists/ada/l%C3%AFghts/items', 'invalid slug'],
  ])('security 7: %s is 400 "%s", and nothing is asked of the provider', async (path, error) => {
    expect(statusAndBody(await ana.get(path))).toEqual([400, refusedWith(error)]);
    expect(app.trakt.calls()).toEqual([]);
  });

  it('a list that the provider affirms not to have is 404', async () => {
    expect(statusAndBody(await ana.get('/api/listprov/lists/ada/none/items'))).toEqual([404, { error: 'not found' }]);
  });

  it('doc4 §3.4: recommendations are refused without a user’s token, which is 502', async () => {
    for (const type of ['movies', 'shows']) {
      const answer = await ana.get(`/api/listprov/recommendations?type=${type}`);
      expect(statusAndBody(answer)).toEqual([502, refusedWith('list provider refused its client id')]);
    }
    expect(app.trakt.calls().map(({ path }) => path)).toEqual(['/recommendations/movies', '/recommendations/shows']);
  });

  describe('faults of the list provider', () => {
    it('doc4 §3.1: each is 502 with a text that says what happened, and passes with its cause', async () => {
      const faults = [
        [403, 'list provider refused its client id'],
        [420, 'list provider refused the request'],
        [503, 'list provider is out of order'],
        [404, 'list provider refused the request'],
        [302, 'list provider gave an answer that could not be read'],
        ['garbage', 'list provider gave an answer that could not be read'],
        ['empty', 'list provider gave an answer that could not be read'],
        [{ body: { rows: [] } }, 'list provider gave an answer that could not be read'],
        [{ body: `[${' '.repeat(8 * 1024 * 1024)}]` }, 'list provider gave an answer that could not be read'],
        [{ body: ['text'] }, 'list provider gave an answer that could not be read'],
        ['reset', 'list provider could not be reached'],
        ['cut-body', 'list provider could not be reached'],
      ] as const;
      for (const [fault, error] of faults) {
        app.trakt.fail(UPSTREAM, fault);
        expect(statusAndBody(await ana.get(TRENDING))).toEqual([502, refusedWith(error)]);
      }
      expect((await ana.get(TRENDING)).status).toBe(200);
    });

    it('a provider that never answers is 502 after 10 seconds', async () => {
      app.trakt.fail(UPSTREAM, 'timeout');
      const asked = app.trakt.nextCall(UPSTREAM);
      const answer = ana.get(TRENDING);
      await asked;
      await app.clock.advance(10_000);
      expect(statusAndBody(await answer)).toEqual([502, refusedWith('list provider took too long to answer')]);
    });

    it('Trakt facts, Limits: after a 429 nothing is asked for as long as the provider said; what is kept still serves', async () => {
      await ana.get(TRENDING);
      app.trakt.limitRate('GET /movies/popular', { retryAfterSeconds: 30 });
      expect(statusAndBody(await ana.get('/api/listprov/popular'))).toEqual([502, refusedWith(FEWER)]);
      app.trakt.forgetCalls();
      await app.clock.advance(29_999);
      expect(statusAndBody(await ana.get('/api/listprov/popular'))).toEqual([502, refusedWith(FEWER)]);
      expect((await ana.get(TRENDING)).status).toBe(200);
      expect(app.trakt.calls()).toEqual([]);
      await app.clock.advance(1);
      expect((await ana.get('/api/listprov/popular')).status).toBe(200);
    });

    it('doc4 §3.1: a page serves for its 10 minutes, with the provider gone', async () => {
      const { text } = await ana.get(TRENDING);
      await app.trakt.leave();
      await app.clock.advance(599_999);
      expect(await ana.get(TRENDING)).toMatchObject({ status: 200, text });
      await app.clock.advance(1);
      expect(statusAndBody(await ana.get(TRENDING))).toEqual([502, refusedWith('list provider could not be reached')]);
      await app.trakt.start(app.trakt.port);
    });

    it('twelve who miss at once make one call', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ana.get(TRENDING)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(app.trakt.calls()).toHaveLength(1);
    });

    it('the calendar of another day is another answer', async () => {
      await ana.get('/api/listprov/calendar');
      await app.clock.advance(1_000);
      await ana.get('/api/listprov/calendar');
      expect(app.trakt.calls()).toHaveLength(1);
      const days = [today()];
      await app.clock.leap(86_400_000);
      days.push(today());
      ana = await app.refresh(ana);
      await ana.get('/api/listprov/calendar');
      expect(app.trakt.calls().map(({ path }) => path.split('/')[4])).toEqual(days);
    });
  });

  it('doc3 §2.1, §2.4: administrators and clients see that there is a client id', async () => {
    admin = await app.refresh(admin);
    expect((await admin.get('/api/admin/credentials')).body).toMatchObject({ listprov_using_builtin: true });
    expect((await ana.get('/api/config')).body).toMatchObject({ services: { listprov: true } });
  });
});

describe('without a client id for the list provider', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
    app.trakt.given.movie({ id: 801, title: 'Harbor Lights' });
  });

  beforeEach(async () => {
    admin = await app.startOver();
    await admin.delete('/api/admin/credentials/listprov_client_id');
    app.trakt.startOver();
  });

  afterAll(() => app.close());

  const put = (listprov_client_id: string) => admin.put('/api/admin/credentials', { listprov_client_id });

  it('doc4 §3.1: every feed is 503 "list provider not configured", and nothing is asked', async () => {
    for (const [path] of FEEDS) expect(await admin.get(path)).toMatchObject(NOT_CONFIGURED);
    expect(await admin.get('/api/listprov/recommendations')).toMatchObject(NOT_CONFIGURED);
    expect(app.trakt.calls()).toEqual([]);
  });

  it('doc3 §2.3, §2.4: one that the provider takes is stored and counts with the next call, until it is removed', async () => {
    const listprov = async (): Promise<readonly unknown[]> => {
      const { items } = (await admin.get('/api/admin/setup-status')).body as { items: readonly { key: string }[] };
      const { services } = (await admin.get('/api/config')).body as { services: { listprov: boolean } };
      return [items.find(({ key }) => key === 'listprov'), services.listprov];
    };
    expect(await listprov()).toMatchObject([{ configured: false, optional: true }, false]);
    expect(statusAndBody(await put(app.trakt.clientId))).toEqual([200, { status: 'ok' }]);
    expect(await listprov()).toMatchObject([{ configured: true, optional: true }, true]);
    expect((await admin.get(TRENDING)).status).toBe(200);
    await admin.delete('/api/admin/credentials/listprov_client_id');
    expect(await admin.get('/api/listprov/popular')).toMatchObject(NOT_CONFIGURED);
  });

  it('doc4 §3.1: what is kept serves no more once the client id is removed, nor once another is stored', async () => {
    const asks = async (): Promise<number> => {
      app.trakt.forgetCalls();
      expect((await admin.get(TRENDING)).status).toBe(200);
      return app.trakt.calls().length;
    };
    await put(app.trakt.clientId);
    expect([await asks(), await asks()]).toEqual([1, 0]);
    await put(app.trakt.clientId);
    expect([await asks(), await asks()]).toEqual([1, 0]);
    await admin.delete('/api/admin/credentials/listprov_client_id');
    expect(await admin.get(TRENDING)).toMatchObject(NOT_CONFIGURED);
  });

  it('doc4 §3.1: what was asked for before the client id was removed, and came in afterwards, is not kept', async () => {
    await put(app.trakt.clientId);
    app.trakt.meanwhile(UPSTREAM, () => admin.delete('/api/admin/credentials/listprov_client_id'));
    expect((await admin.get(TRENDING)).status).toBe(200);
    expect(await admin.get(TRENDING)).toMatchObject(NOT_CONFIGURED);
  });

  it('doc3 §2.4: one that it refuses is 422, and while it can’t be asked 503; nothing is stored', async () => {
    expect(statusAndBody(await put('another'))).toEqual([422, refusedWith('list provider refused its client id')]);
    app.trakt.fail('GET /movies/trending', 503);
    const error = "the client id can't be checked: list provider is out of order";
    expect(statusAndBody(await put(app.trakt.clientId))).toEqual([503, refusedWith(error)]);
    expect((await admin.get('/api/admin/credentials')).body).toMatchObject({ listprov_client_id: false });
  });
});

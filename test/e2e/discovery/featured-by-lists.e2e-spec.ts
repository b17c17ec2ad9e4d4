import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { type App, type Session, startApp, WITH_LISTS } from '../../harness/start-app.js';

const FILMS = '/api/discover/movies/featured';
const SETTINGS = '/api/admin/discovery-settings';

describe('doc2 §4, doc4 §3.2: the headline row where a list provider is connected', () => {
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
    for (const id of [801, 802, 803]) {
      app.trakt.given.movie({ id, title: `Film ${id}`, watchers: 1_000 - id });
      app.tmdb.given.film({ id, title: `Film ${id}`, original_language: id === 802 ? 'fr' : 'en' });
    }
  });

  afterAll(() => app.close());

  it('doc4 §3.3: is that of the list provider until an administrator decides, with the metadata provider’s facts', async () => {
    expect((await admin.get(SETTINGS)).body).toMatchObject({ source: 'listprov_trending', listprov_configured: true });
    const { status, body } = await ana.get(FILMS);
    expect([status, body]).toMatchObject([
      200,
      { source: 'listprov_trending', page: 1, results: [{ id: 801 }, { id: 803 }] },
    ]);
    expect(app.trakt.calls().map(({ query }) => query.limit)).toEqual(['40']);
    expect(app.tmdb.calls('GET /3/movie/:id')).toHaveLength(3);
  });

  it('twelve callers at once make one call of the list provider, and one for each title', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ana.get(FILMS)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect([app.trakt.calls().length, app.tmdb.calls('GET /3/movie/:id').length]).toEqual([1, 3]);
  });

  it('is 502 where a title of it can not be read, and never a row without it', async () => {
    app.tmdb.fail('GET /3/movie/803', 503);
    expect((await ana.get(FILMS)).status).toBe(502);
    expect(await ana.get(FILMS)).toMatchObject({ status: 200, body: { results: [{ id: 801 }, { id: 803 }] } });
  });

  it('reports another page while the one that is served had entries', async () => {
    const pages = [1, 2].map(async (page) => (await ana.get(`${FILMS}?page=${page}`)).body);
    expect(await Promise.all(pages)).toMatchObject([
      { page: 1, total_pages: 2 },
      { page: 2, total_pages: 2, results: [] },
    ]);
  });

  it('doc2 §4 Kids accounts on discovery: leaves out what a detail says to be for adults, though that day’s ratings do not', async () => {
    for (const id of [801, 803]) app.tmdb.given.film({ id, title: `Film ${id}`, ...ratedFilm('PG') });
    await limitContent(admin, ana);
    expect(await ana.get(FILMS)).toMatchObject({ body: { results: [{ id: 801 }, { id: 803 }] } });
    app.tmdb.given.film({ id: 801, title: 'Film 801', adult: true, ...ratedFilm('PG') });
    await app.clock.leap(3_600_000);
    ana = await app.refresh(ana);
    const { body } = await ana.get(FILMS);
    expect((body as { results: readonly { id: number }[] }).results.map(({ id }) => id)).toEqual([803]);
  });

  it('doc3 §2.4: is made anew once another client id is stored', async () => {
    await ana.get(FILMS);
    app.trakt.given.movie({ id: 803, title: 'Film 803', watchers: 1_000 });
    expect(await ana.get(FILMS)).toMatchObject({ body: { results: [{ id: 801 }, { id: 803 }] } });
    await admin.put('/api/admin/credentials', { listprov_client_id: app.trakt.clientId });
    expect(await ana.get(FILMS)).toMatchObject({ body: { results: [{ id: 803 }, { id: 801 }] } });
  });

  it('is 502 where the list provider fails, never another row, and the administrator’s choice counts at once', async () => {
    app.trakt.fail('GET /movies/trending', { status: 500 }, Infinity);
    expect((await ana.get(FILMS)).status).toBe(502);
    await admin.put(SETTINGS, { source: 'metadata_trending' });
    expect(await ana.get(FILMS)).toMatchObject({ status: 200, body: { source: 'metadata_trending' } });
  });
});

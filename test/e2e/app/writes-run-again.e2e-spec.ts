import { afterEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestDecided, RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { rowCounts } from '../../harness/database-inspection.js';
import { repeatWrites } from '../../harness/repeated-writes.js';
import { ADMIN_PASSWORD, type App, startApp } from '../../harness/start-app.js';

const FILMS = [
  { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' },
  { id: 990_102, title: 'Salt Roads', release_date: '2023-03-02' },
];

describe('a household in which every write runs twice, because the first run was undone', () => {
  const apps: App[] = [];

  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  async function open(): Promise<App> {
    const app = await startApp();
    apps.push(app);
    for (const film of FILMS) app.tmdb.given.film(film);
    app.radarr.given.catalog(FILMS.map(({ id, title }) => ({ tmdbId: id, title, year: 2024 })));
    return app;
  }

  /** What there is when everything was done: rows of each table, events, calls to the library. */
  async function live(app: App): Promise<unknown> {
    const events: string[] = [];
    for (const type of [RequestDecided, RequestUpdated]) {
      app.get(EventBus).on<object>(type, async (event) => void events.push(event.constructor.name));
    }
    const admin = await app.setUpAdmin();
    const instanceId = await app.connectRadarr(admin);
    const ana = await app.invite('ana');
    const ben = await app.invite('ben');
    const statuses: number[] = [];
    const call = async (done: Promise<{ status: number; body: unknown }>): Promise<Record<string, unknown>> => {
      const { status, body } = await done;
      statuses.push(status);
      return body as Record<string, unknown>;
    };
    const allowances = [{ media_type: 'movie', count: 1, window_days: 7 }];
    await call(admin.put('/api/admin/request-settings', { require_approval: true }));
    await call(admin.put('/api/admin/request-quotas', { allowances }));
    await call(admin.put(`/api/admin/users/${ben.userId}/request-settings`, { require_approval: false }));
    const asked = await call(ana.post('/api/requests', { media_type: 'movie', tmdb_id: FILMS[0]?.id }));
    await call(ana.post('/api/requests', { media_type: 'movie', tmdb_id: FILMS[1]?.id }));
    await call(ben.post('/api/requests', { media_type: 'movie', tmdb_id: FILMS[1]?.id }));
    await call(admin.post(`/api/admin/requests/${String(asked['request_id'])}/approve`));
    await app.deliver();
    await call(admin.patch(`/api/instances/${instanceId}/assignments`, { action: 'remove', user_ids: [ben.userId] }));
    const device = await app.login('admin', ADMIN_PASSWORD);
    await app.refresh(device);
    await call(admin.delete(`/api/admin/devices/${device.deviceId}`));
    await call(admin.delete(`/api/admin/users/${ben.userId}`));
    const quotas = await call(ana.get('/api/me/request-quotas'));
    return {
      statuses,
      events: events.sort(),
      quotas,
      rows: await rowCounts(app.databaseFile),
      library: app.radarr.movies.length,
      searches: app.radarr.searches.length,
    };
  }

  it('is what it is when each write runs once: ADR 9, no write has an effect outside its transaction', async () => {
    const once = await live(await open());
    const repeating = await open();
    repeatWrites(repeating.get(Database));
    expect(await live(repeating)).toEqual(once);
    expect(once).toMatchObject({ library: 2, searches: 2 });
  });
});

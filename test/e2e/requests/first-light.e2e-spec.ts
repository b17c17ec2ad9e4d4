import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };

describe('one film, from the request to the library and back', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let library: string;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    app.tmdb.given.film(FILM);
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    admin = await app.setUpAdmin();
    library = await app.connectRadarr(admin);
    ana = await app.invite('ana');
  });

  afterAll(() => app.close());

  it('a member requests, an administrator approves, the worker delivers, and everyone sees the status', async () => {
    await admin.put('/api/admin/request-settings', { require_approval: true });

    const asked = await ana.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ success: true, status: 'pending', title: FILM.title, instance_id: library });
    const { request_id: id } = asked.body as { request_id: number };

    await app.deliver();
    expect(app.radarr.movies).toHaveLength(0);
    expect((await admin.get('/api/admin/requests')).body).toMatchObject([{ id, username: 'ana', title: FILM.title }]);

    const approved = await admin.post(`/api/admin/requests/${id}/approve`);
    expect(approved.body).toMatchObject({ success: true, status: 'requested', request_id: id });

    await app.deliver();
    expect(app.radarr.movies).toHaveLength(1);
    expect(app.radarr.movie(FILM.id)).toMatchObject({ monitored: true });
    expect(app.radarr.searches).toHaveLength(1);
    expect(await statusOf(ana)).toMatchObject({ status: 'requested', status_known: true, progress: 0 });

    app.radarr.startDownload(FILM.id);
    app.radarr.advanceDownload(FILM.id, 0.25);
    await app.clock.advance(30_000);
    expect(await statusOf(ana)).toMatchObject({ status: 'downloading', progress: 0.25 });
    expect((await ana.get('/api/requests')).body).toMatchObject([{ request_id: id, status: 'downloading' }]);

    app.radarr.finishDownload(FILM.id);
    await app.clock.advance(30_000);
    await app.clock.advance(30_000);
    expect(await statusOf(ana)).toMatchObject({ status: 'available', progress: 1 });
    expect(await statusOf(admin)).toMatchObject({ status: 'available', progress: 1 });
  });

  async function statusOf(session: Session): Promise<unknown> {
    return (await session.get(`/api/requests/${FILM.id}/status?media_type=movie&instance_id=${library}`)).body;
  }
});

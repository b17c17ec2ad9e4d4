import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };
const RUN = '/api/v1/settings/jobs/availability-sync/run';

const version = /^usher-\d+\.\d+\.\d+/;

describe('what tools ask of the server itself', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let tool: KeyClient;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    app.tmdb.given.film(FILM);
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    await app.connectSonarr(admin);
    ana = await app.invite('ana');
    tool = await KeyClient.issuedBy(app, admin);
  });

  afterAll(() => app.close());

  /** What the libraries of films and of series were asked since somebody last counted. */
  const asked = () => ({
    films: app.radarr.calls('GET /api/v3/movie').length,
    series: app.sonarr.calls('GET /api/v3/series').length,
    changes: [...app.radarr.calls(), ...app.sonarr.calls()].filter(({ method }) => method !== 'GET').length,
  });

  it('doc2 §4: GET /status names the interface’s version and this program', async () => {
    expect(statusAndBody(await tool.get('/api/v1/status'))).toEqual([
      200,
      {
        version: '3.1.0',
        commitTag: expect.stringMatching(version),
        updateAvailable: false,
        commitsBehind: 0,
        restartRequired: false,
      },
    ]);
  });

  it('doc2 §4: GET /settings/about counts requests and titles, as of this moment', async () => {
    const tz = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const before = { version: '3.1.0', totalRequests: 0, totalMediaItems: 0, tz };
    expect(statusAndBody(await tool.get('/api/v1/settings/about'))).toEqual([200, before]);
    for (const person of [ana, await app.invite('ben')])
      expect((await person.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id })).status).toBe(200);
    expect((await tool.get('/api/v1/settings/about')).body).toEqual({
      ...before,
      totalRequests: 2,
      totalMediaItems: 1,
    });
  });

  it('doc2 §4: GET /settings/jobs is an array with the availability sync', async () => {
    const { status, body } = await tool.get('/api/v1/settings/jobs');
    expect([status, body]).toEqual([
      200,
      [
        {
          id: 'availability-sync',
          name: 'Media Availability Sync',
          type: 'process',
          interval: 'fixed',
          cronSchedule: '0 */2 * * * *',
          nextExecutionTime: expect.any(String),
          running: false,
        },
      ],
    ]);
    const [{ nextExecutionTime }] = body as [{ nextExecutionTime: string }];
    const wait = Date.parse(nextExecutionTime) - app.clock.now();
    expect([wait > 0, wait <= 120_000]).toEqual([true, true]);
  });

  it('doc2 §4: availability sync makes the next reader read the libraries anew, asks them nothing and changes nothing', async () => {
    await app.deliver();
    await ana.get(`/api/requests/${FILM.id}/status`);
    const warm = asked();
    await ana.get(`/api/requests/${FILM.id}/status`);
    expect(asked()).toEqual(warm);
    const before = asked();
    expect(before.films).toBeGreaterThan(0);
    const job = await tool.post(RUN);
    expect([job.status, job.body]).toEqual([200, expect.objectContaining({ id: 'availability-sync', running: false })]);
    expect(asked()).toEqual(before);
    await ana.get(`/api/requests/${FILM.id}/status`);
    expect(asked()).toEqual({ ...before, films: before.films + 1 });
  });

  it.each(['plex-full-scan', 'availability-sync%00', 'Availability-Sync', '..', '1'])(
    'doc2 §7: no other job can be run: %s is 404',
    async (id) => {
      const { status, body } = await tool.post(`/api/v1/settings/jobs/${id}/run`);
      expect([status, body]).toEqual([404, { message: 'not found' }]);
    },
  );

  it('doc2 §7: a library that can’t be read is nobody’s business here: nothing of this asks one', async () => {
    app.radarr.fail('GET /api/v3/movie', 'reset', Infinity);
    app.sonarr.fail('GET /api/v3/series', 'reset', Infinity);
    for (const path of ['status', 'settings/about', 'settings/jobs', 'user', `user/${ana.userId}`])
      expect([path, (await tool.get(`/api/v1/${path}`)).status]).toEqual([path, 200]);
    expect((await tool.post(RUN)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import type { Answer } from '../../harness/http-client.js';
import { type App, startApp } from '../../harness/start-app.js';
import { FILM, startHousehold, type Household } from './household.js';

const TOKEN = 'planted-metrics-token';
const BEARER = { authorization: `Bearer ${TOKEN}` };
const PLANTED = 'a-word-that-a-client-made-up';

describe('doc3 §10: GET /metrics', () => {
  let household: Household;
  let app: App;
  let text: string;

  const scrape = (headers: Readonly<Record<string, string>> = BEARER): Promise<Answer> =>
    app.http.get('/metrics', headers);

  beforeAll(async () => {
    household = await startHousehold({ env: { METRICS_TOKEN: TOKEN } });
    ({ app } = household);
    app.secrets.plant('metrics token', TOKEN);
    const { admin, ana } = household;
    await ana.get(`/api/requests/${FILM.id}/status`);
    await ana.get('/api/discover/movies/popular');
    await ana.get('/api/discover/movies/popular');
    app.tmdb.fail('GET /3/tv/popular', 500);
    await ana.get('/api/discover/tv/popular');
    await app.http.get(`/api/${PLANTED}?x=${PLANTED}`);
    await app.http.request('PROPFIND', `/${PLANTED}`);
    await admin.get('/api/instances');
    await app.get(JobRunner).runNow('auth.last-seen');
    ({ text } = await scrape());
  });

  afterAll(() => app.close());

  /** The value of the one line with this name and these labels. */
  const figure = (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const found = text
      .split('\n')
      .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && wanted.every((pair) => line.includes(pair)));
    expect(found.length).toBeLessThanOrEqual(1);
    return found[0] === undefined ? undefined : Number(found[0].split(' ').at(-1));
  };

  it('is text in the format of Prometheus, kept by nobody, with the headers of every answer', async () => {
    const { status, headers } = await scrape();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(/^# HELP usher_http_requests_total /m);
  });

  it('requests are counted and timed under the pattern of their route', () => {
    const route = { method: 'GET', route: '/api/requests/:tmdb_id/status' };
    expect(figure('usher_http_requests_total', { ...route, status: '200' })).toBe(1);
    expect(figure('usher_http_request_seconds_count', route)).toBe(1);
  });

  it('paths that nothing serves are one, and so are the methods that no route has', () => {
    const status = '404';
    expect(figure('usher_http_requests_total', { method: 'GET', route: '/*path', status })).toBe(1);
    expect(figure('usher_http_requests_total', { method: 'other', route: 'unmatched', status })).toBe(1);
  });

  it('calls to outside systems are counted by system and outcome', () => {
    expect(figure('usher_upstream_calls_total', { system: 'radarr', outcome: 'ok' })).toBeGreaterThan(0);
    expect(figure('usher_upstream_calls_total', { system: 'tmdb', outcome: 'failed' })).toBe(1);
    expect(figure('usher_upstream_call_seconds_count', { system: 'radarr' })).toBeGreaterThan(0);
  });

  it('a cache reports its hits, misses and entries', () => {
    expect(figure('usher_cache_hits_total', { cache: 'metadata.pages' })).toBe(1);
    expect(figure('usher_cache_misses_total', { cache: 'metadata.pages' })).toBe(2);
    expect(figure('usher_cache_entries', { cache: 'metadata.pages' })).toBe(1);
  });

  it('a job reports its runs, their time and the end of the last good one', () => {
    expect(figure('usher_job_runs_total', { job: 'auth.last-seen', outcome: 'success' })).toBe(1);
    expect(figure('usher_job_run_seconds_count', { job: 'auth.last-seen' })).toBe(1);
    expect(figure('usher_job_last_success_timestamp_seconds', { job: 'auth.last-seen' })).toBe(app.clock.now() / 1_000);
  });

  it('the database says how long writes waited and ran, and how many wait', () => {
    expect(figure('usher_database_write_wait_seconds_count')).toBeGreaterThan(0);
    expect(figure('usher_database_write_run_seconds_count')).toBeGreaterThan(0);
    expect(figure('usher_database_writes_waiting')).toBe(0);
  });

  it('the delay of the event loop is reported', () => {
    expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('security 4: no name, title, id or address is in it, and nothing that a client made up', () => {
    // Without the figures, whose digits may contain anything.
    const words = text.replace(/^([^#].*) \S+$/gm, '$1');
    for (const secret of ['ana', 'ben', FILM.title, String(FILM.id), household.instanceId, '127.0.0.1', PLANTED])
      expect(words).not.toContain(secret);
  });

  it.each([
    ['without a token', {}],
    ['with another token', { authorization: 'Bearer planted-metrics-tokem' }],
    ['with the beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['with more than the token', { authorization: `Bearer ${TOKEN}x` }],
    ['with the token under another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('%s is 401', async (_, headers) => {
    const { status, body } = await scrape(headers);
    expect([status, body]).toEqual([401, { error: 'unauthorized', code: 'unauthorized' }]);
  });

  it('security 11: a session of an administrator is 401 there, and the token is no session elsewhere', async () => {
    expect((await household.admin.get('/metrics')).status).toBe(401);
    expect((await app.http.get('/api/instances', BEARER)).status).toBe(401);
    expect((await scrape({ authorization: `bearer ${TOKEN}` })).status).toBe(200);
  });

  it('the token in the query is no token', async () => {
    expect((await app.http.get(`/metrics?token=${TOKEN}`)).status).toBe(401);
  });
});

describe('doc3 §10: GET /metrics, wrong tokens', () => {
  it('security 24: ten a minute are 401 and then 429, while the right one is let in', async () => {
    const app = await startApp({ env: { METRICS_TOKEN: TOKEN } });
    const scrape = async (token: string): Promise<number> =>
      (await app.http.get('/metrics', { authorization: `Bearer ${token}` })).status;
    // Security 38: a picture on any page can make a browser ask without a token.
    for (let n = 0; n < 11; n += 1) expect((await app.http.get('/metrics')).status).toBe(401);
    for (let n = 0; n < 10; n += 1) expect(await scrape(`guess-${n}`)).toBe(401);
    expect(await scrape('guess-10')).toBe(429);
    expect(await scrape(TOKEN)).toBe(200);
    await app.clock.advance(60_000);
    expect(await scrape('guess-11')).toBe(401);
    await app.close();
  });
});

describe('doc3 §10: without METRICS_TOKEN', () => {
  it('GET /metrics is 404 like any path that nothing serves, whatever is brought', async () => {
    const app = await startApp();
    const unknown = await app.http.get('/api/none');
    for (const authorization of ['', 'Bearer ', 'Bearer undefined', BEARER.authorization]) {
      const { status, text } = await app.http.get('/metrics', { authorization });
      expect([status, text]).toEqual([unknown.status, unknown.text]);
    }
    await app.close();
  });
});

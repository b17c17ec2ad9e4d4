import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '../../harness/http-client.js';
import { SETUP_CODE, type App, startApp } from '../../harness/start-app.js';

describe('doc3 §10: BASE_PATH=/usher', () => {
  let app: App;
  let host: HttpClient;

  beforeAll(async () => {
    app = await startApp({
      env: {
        BASE_PATH: '/usher',
        METRICS_TOKEN: 'planted-metrics-token',
        APPLE_APP_IDS: 'ABCDE12345.test.example.usher',
      },
    });
    host = new HttpClient(new URL(app.url).origin, app.secrets, undefined, '/usher');
  });

  afterAll(() => app.close());

  it.each(['/usher', '/usher/', '/usher?x=1', '/usher/?x=1'])('the front page is at %s', async (path) => {
    const { status, text } = await host.get(path);
    expect([status, text.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  });

  it('every route is under it, with its access, and the log names it by its own pattern', async () => {
    expect((await host.get('/usher/api/health?x=1')).text).toBe('{"status":"ok"}');
    expect((await host.get('/usher/api/instances')).status).toBe(401);
    const setup = { username: 'admin', password: 'a good password', setup_code: SETUP_CODE };
    expect((await host.post('/usher/api/auth/setup', setup)).status).toBe(201);
    expect(app.logLines.filter((line) => line.includes('"route":"/api/health"'))).toHaveLength(1);
  });

  it('what is well-known stays at the root, and is nowhere else', async () => {
    const file = '/.well-known/apple-app-site-association';
    expect((await host.get(file)).body).toMatchObject({ webcredentials: {} });
    expect((await host.get(`/usher${file}`)).status).toBe(404);
  });

  it('the metrics and the checks of supervisors are under it', async () => {
    const headers = { authorization: 'Bearer planted-metrics-token' };
    expect((await host.get('/usher/metrics', headers)).status).toBe(200);
    expect((await host.get('/metrics', headers)).status).toBe(404);
    expect([(await host.get('/usher/readyz')).status, (await host.get('/usher/healthz')).status]).toEqual([200, 200]);
  });

  it.each(['/', '/api/health', '/usherx/api/health', '/Usher/api/health', '/usher//api/health', '/x/usher/api/health'])(
    '%s is not found',
    async (path) => {
      const { status, body } = await host.get(path);
      expect([status, body]).toEqual([404, { error: 'not found' }]);
    },
  );
});

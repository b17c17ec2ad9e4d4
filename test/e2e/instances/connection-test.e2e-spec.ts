import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { candidate, connectionTestFailed } from './candidate.js';

const STATUS = 'GET /api/v3/system/status';

describe('doc3 §3.2: the connection test', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    app.radarr.recover();
    app.radarr.forgetCalls();
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  const dialed = (): number => app.radarr.calls().length;

  describe('of a candidate', () => {
    it('answers 204 with no body when the manager answers, and saves nothing', async () => {
      const { status, text } = await admin.post('/api/instances/test', candidate(app, { name: undefined }));
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(app.radarr.calls(STATUS)).toHaveLength(1);
      expect((await admin.get('/api/instances')).body).toEqual([]);
    });

    it('is asked with the key in a header and nowhere else', async () => {
      await admin.post('/api/instances/test', candidate(app));
      const [call] = app.radarr.calls(STATUS);
      expect(call?.headers['x-api-key']).toBe(app.radarr.apiKey);
      expect(call?.query).toEqual({});
    });

    it('says that the key is wrong', async () => {
      const { status, body } = await admin.post('/api/instances/test', candidate(app, { api_key: 'another-key' }));
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'connection test failed: invalid API key',
          code: 'connection_test_failed',
          params: { reason: { code: 'api_key_refused', params: {}, text: 'invalid API key' } },
          fault: 'key_refused',
        },
      });
    });

    it('says which status an unfit server returned', async () => {
      app.radarr.fail(STATUS, 500);
      const { status, body } = await admin.post('/api/instances/test', candidate(app));
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'connection test failed: server returned status 500',
        code: 'connection_test_failed',
        params: {
          reason: { code: 'server_answered_status', params: { status: 500 }, text: 'server returned status 500' },
        },
        fault: 'status',
      });
    });

    it('security 8: does not follow a redirect, and says where it leads without its query', async () => {
      app.radarr.fail(STATUS, { status: 302, headers: { location: `${app.tmdb.url}/login?key=abc` } });
      app.tmdb.forgetCalls();
      const { status, body } = await admin.post('/api/instances/test', candidate(app));
      expect(status).toBe(400);
      const reason = `server redirected with status 302 to ${app.tmdb.url}/login`;
      expect(body).toEqual(connectionTestFailed(reason, 'redirected'));
      expect(app.tmdb.calls()).toEqual([]);
    });

    it('says that the server cannot be reached', async () => {
      const closed = await new RadarrFake().start();
      await closed.leave();
      const { status, body } = await admin.post('/api/instances/test', candidate(app, { url: closed.url }));
      await closed.stop();
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: expect.stringMatching(/^connection test failed: could not reach server: /) });
    });

    it('refuses another program that speaks the same protocol', async () => {
      app.radarr.fail(STATUS, { body: { appName: 'Sonarr', version: '4.0.0.0' } });
      const { status, body } = await admin.post('/api/instances/test', candidate(app));
      expect({ status, body }).toEqual({
        status: 400,
        body: connectionTestFailed('the server is not Radarr', 'wrong_app'),
      });
    });

    it('dials a TV manager as one, and refuses the movie manager in its place', async () => {
      const series = { service_type: 'tv_manager', url: app.sonarr.url, api_key: app.sonarr.apiKey };
      expect((await admin.post('/api/instances/test', candidate(app, series))).status).toBe(204);
      expect(app.sonarr.calls(STATUS)).toHaveLength(1);
      const { status, body } = await admin.post('/api/instances/test', candidate(app, { service_type: 'tv_manager' }));
      expect({ status, body }).toEqual({
        status: 400,
        body: connectionTestFailed('the server is not Sonarr', 'wrong_app'),
      });
    });

    it('needs a credential when no stored one is named', async () => {
      const { status, body } = await admin.post('/api/instances/test', candidate(app, { api_key: '' }));
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'api_key is required', code: 'required', params: { name: 'api_key' } },
      });
    });
  });

  describe('of a stored instance', () => {
    it('falls back to the stored credential, and to the stored type whatever is sent', async () => {
      const id = await app.connectRadarr(admin);
      const body = { id, service_type: 'hub', url: app.radarr.url, api_key: '' };
      expect((await admin.post('/api/instances/test', body)).status).toBe(204);
    });

    it('prefers the credential that is sent', async () => {
      const id = await app.connectRadarr(admin);
      const { status } = await admin.post('/api/instances/test', { id, url: app.radarr.url, api_key: 'another-key' });
      expect(status).toBe(400);
    });

    it('answers 404 for an unknown id before anything is dialed', async () => {
      const { status, body } = await admin.post('/api/instances/test', candidate(app, { id: 'gone' }));
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'instance not found', code: 'instance_missing' },
      });
      expect(dialed()).toBe(0);
    });
  });

  describe('comes before saving:', () => {
    it('a new instance that fails it is not created', async () => {
      const { status, body } = await admin.post('/api/instances', candidate(app, { api_key: 'another-key' }));
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'connection test failed: invalid API key',
          code: 'connection_test_failed',
          params: { reason: { code: 'api_key_refused', params: {}, text: 'invalid API key' } },
          fault: 'key_refused',
        },
      });
      expect((await admin.get('/api/instances')).body).toEqual([]);
    });

    it('a new key that fails it is not saved', async () => {
      const id = await app.connectRadarr(admin);
      const changes = candidate(app, { name: 'Cinema', api_key: 'another-key' });
      expect((await admin.put(`/api/instances/${id}`, changes)).status).toBe(400);
      expect((await admin.get('/api/instances')).body).toMatchObject([{ id, name: 'Films' }]);
      expect((await admin.post('/api/instances/test', { id, url: app.radarr.url })).status).toBe(204);
    });

    it('a new address is tried with the key that comes along and saved when it answers', async () => {
      const moved = await new RadarrFake({ apiKey: app.radarr.apiKey }).start();
      const id = await app.connectRadarr(admin);
      const { status, body } = await admin.put(`/api/instances/${id}`, candidate(app, { url: moved.url }));
      await moved.stop();
      expect(status).toBe(200);
      expect(body).toMatchObject({ url: moved.url });
      expect(moved.calls(STATUS)).toHaveLength(1);
    });

    it('a rename dials nobody, so that it works while the manager is down', async () => {
      const id = await app.connectRadarr(admin);
      app.radarr.forgetCalls();
      app.radarr.fail(STATUS, 'reset', Infinity);
      const { status } = await admin.put(`/api/instances/${id}`, { name: 'Cinema', url: `${app.radarr.url}/` });
      expect(status).toBe(200);
      expect(dialed()).toBe(0);
    });

    it('a change that was judged by an address which somebody else has replaced meanwhile is refused', async () => {
      const moved = await new RadarrFake({ apiKey: app.radarr.apiKey }).start();
      const id = await app.connectRadarr(admin);
      let answer: (body: unknown) => void = () => undefined;
      const held = new Promise<unknown>((resolve) => (answer = resolve));
      const slow = await new RadarrFake({ apiKey: app.radarr.apiKey }).start();
      slow.route(STATUS, async () => ({ body: await held }));
      const arrived = slow.nextCall(STATUS);
      const late = admin.put(`/api/instances/${id}`, candidate(app, { name: 'Late', url: slow.url }));
      await arrived;
      const early = candidate(app, { name: 'Early', url: moved.url });
      expect((await admin.put(`/api/instances/${id}`, early)).status).toBe(200);
      answer({ appName: 'Radarr', version: '5.0.0.0' });
      const { status, body } = await late;
      await Promise.all([moved.stop(), slow.stop()]);
      expect({ status, body }).toEqual({
        status: 409,
        body: { error: 'the instance was changed meanwhile, try again', code: 'connection_changed_meanwhile' },
      });
      expect((await admin.get('/api/instances')).body).toMatchObject([{ name: 'Early', url: moved.url }]);
    });
  });
});

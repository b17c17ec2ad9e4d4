import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const STATUS = 'GET /api/v3/system/status';
const KEY_REQUIRED = [400, { error: 'api_key is required when the address changes', code: 'api_key_required_again' }];

describe('security 33: the stored key of an instance', () => {
  let app: App;
  let admin: Session;
  /** Another server, which would take the key if it got it. */
  let other: RadarrFake;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    other = await new RadarrFake({ apiKey: app.radarr.apiKey }).start();
  });

  beforeEach(async () => {
    id = await app.connectRadarr(admin);
    for (const fake of [app.radarr, other]) fake.forgetCalls();
  });

  afterEach(async () => {
    for (const fake of [app.radarr, other]) fake.recover();
    await admin.delete(`/api/instances/${id}`);
  });

  afterAll(async () => {
    await other.stop();
    await app.close();
  });

  const put = (url: string, fields: object = {}) =>
    admin.put(`/api/instances/${id}`, { name: 'Films', url, ...fields });
  const test = (url: string, fields: object = {}) => admin.post('/api/instances/test', { id, url, ...fields });
  const stored = () => app.get(Database).read((tx) => tx.findOneByOrFail(ServiceInstanceRow, { id }));
  const calls = () => [...app.radarr.calls(), ...other.calls()];

  it.each([
    ['another port', () => other.url],
    ['another host', () => app.radarr.url.replace('127.0.0.1', 'localhost')],
    ['another scheme', () => app.radarr.url.replace('http:', 'https:')],
    ['no port', () => 'http://127.0.0.1'],
  ])('is asked for again where the address has %s; nobody is dialed and nothing is stored', async (_, address) => {
    const before = await stored();
    for (const fields of [{}, { api_key: '' }, { api_key: '  ' }, { api_key: null }]) {
      expect(statusAndBody(await put(address(), fields))).toEqual(KEY_REQUIRED);
      expect(statusAndBody(await test(address(), fields))).toEqual(KEY_REQUIRED);
    }
    expect([calls(), await stored()]).toEqual([[], before]);
  });

  it('is kept for another path of the same origin, however that is written', async () => {
    const { host } = new URL(app.radarr.url);
    app.radarr.route('GET /films/api/v3/system/status', () => ({ body: { appName: 'Radarr', version: '5.0.0.0' } }));
    expect(statusAndBody(await test(`HTTP://${host}/films/`))).toEqual([204, undefined]);
    expect((await put(`HTTP://${host}/films/`)).status).toBe(200);
    expect(await stored()).toMatchObject({ url: `${app.radarr.url}/films` });
    const sent = app.radarr.calls().map(({ headers }) => headers['x-api-key']);
    expect(sent).toEqual([app.radarr.apiKey, app.radarr.apiKey]);
  });

  it('gives way to the one that is sent with another address', async () => {
    expect((await test(other.url, { api_key: other.apiKey })).status).toBe(204);
    expect((await put(other.url, { api_key: other.apiKey })).status).toBe(200);
    expect(app.radarr.calls()).toEqual([]);
    expect((await put(app.radarr.url)).status).toBe(400);
  });

  it('goes with no change of an instance that somebody else has moved meanwhile', async () => {
    const { promise, resolve } = manualPromise<void>();
    const arrived = app.radarr.nextCall('GET /films/api/v3/system/status');
    app.radarr.route('GET /films/api/v3/system/status', async () => {
      await promise;
      return { body: { appName: 'Radarr', version: '5.0.0.0' } };
    });
    const late = put(`${app.radarr.url}/films`);
    await arrived;
    const theirs = { url: 'http://192.0.2.7:7878', apiKey: (await stored()).apiKey };
    await app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, theirs));
    resolve();
    expect(statusAndBody(await late)).toEqual([
      409,
      { error: 'the instance was changed meanwhile, try again', code: 'connection_changed_meanwhile' },
    ]);
    expect(await stored()).toMatchObject(theirs);
  });

  it('follows no redirect to another origin, nor to another place of the same', async () => {
    for (const location of [`${other.url}/api/v3/system/status`, '/elsewhere/api/v3/system/status']) {
      for (const route of [STATUS, 'GET /api/v3/movie', 'GET /api/v3/notification'])
        app.radarr.route(route, () => ({ status: 307, headers: { location }, body: '' }));
      expect((await test(app.radarr.url)).status).toBe(400);
      await admin.get(`/api/instances/${id}/api/v3/movie`);
      await admin.get(`/api/instances/${id}/webhook`);
    }
    expect([other.calls(), app.radarr.calls().filter(({ path }) => path.startsWith('/elsewhere'))]).toEqual([[], []]);
    expect(app.radarr.calls()).toHaveLength(6);
  });
});

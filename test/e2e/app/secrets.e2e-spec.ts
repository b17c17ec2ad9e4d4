import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { keptTexts } from '../../harness/kept-texts.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';
import { FILM } from './household.js';

const WRONG_CODE = 'planted-wrong-setup-code';
const WRONG_PASSWORD = 'planted-wrong-password';
const WRONG_KEY = 'planted-wrong-library-key';
const URL_PASSWORD = 'planted-password-in-an-address';

/** What a careless outside system does with the credential that it was sent. */
const faultsThatEcho = (secret: string): readonly FakeFault[] => [
  { status: 401, body: { message: `the key ${secret} is wrong` }, headers: { 'www-authenticate': `Key ${secret}` } },
  { status: 500, body: `<h1>500</h1><pre>Error: ${secret}\n    at Server.handle (server.js:1:1)</pre>` },
  { status: 400, body: [{ propertyName: 'ApiKey', errorMessage: `${secret} refused`, attemptedValue: secret }] },
  { status: 302, headers: { location: `http://other.example/?apikey=${secret}` } },
  { status: 429, body: { message: secret }, headers: { 'retry-after': secret } },
  { status: 200, body: `{"version": "${secret}`, headers: { 'content-type': 'application/json' } },
  { status: 200, body: { version: { nested: secret }, results: secret, id: secret } },
  'garbage',
  'empty',
  'reset',
  'cut-body',
];

const tokensOf = ({ token = 'no token', refreshToken }: Session): string[] => [token, refreshToken];

describe('security 4: planted secrets', () => {
  let dataDir: string;
  let app: App;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-secrets-'));
    app = await startApp({ dataDir });
    app.tmdb.given.film(FILM);
    app.radarr.given.catalog([{ tmdbId: FILM.id, title: FILM.title, year: 2024 }]);
    for (const secret of [WRONG_CODE, WRONG_PASSWORD, WRONG_KEY, URL_PASSWORD]) app.secrets.plant(secret, secret);
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Sign-ins, right and wrong. */
  async function signIn(): Promise<Session> {
    const body = { username: 'admin', password: ADMIN_PASSWORD, setup_code: WRONG_CODE };
    expect((await app.http.post('/api/auth/setup', body)).status).toBe(403);
    const admin = await app.setUpAdmin();
    expect((await app.http.post('/api/auth/setup', body)).status).toBe(409);
    const wrong = { username: 'admin', password: WRONG_PASSWORD };
    expect((await app.http.post('/api/auth/login', wrong)).status).toBe(401);
    const stale = app.secrets.plant('unknown token', 'planted-refresh-token-that-nobody-has');
    expect((await app.http.post('/api/auth/refresh', { refresh_token: stale })).status).toBe(401);
    expect((await app.http.post('/api/auth/connect', { token: stale, device_name: 'x' })).status).toBe(400);
    return admin;
  }

  /** The library's credential: refused, echoed, lost on the way, stored, changed. */
  async function connectLibrary(admin: Session): Promise<string> {
    const candidate = { service_type: 'movie_manager', name: 'Films', url: app.radarr.url, api_key: app.radarr.apiKey };
    for (const fault of faultsThatEcho(app.radarr.apiKey)) {
      app.radarr.fail('GET /api/v3/system/status', fault);
      expect((await admin.post('/api/instances/test', candidate)).status).toBe(400);
      app.radarr.recover();
    }
    expect((await admin.post('/api/instances', { ...candidate, api_key: WRONG_KEY })).status).toBe(400);
    const withPassword = app.radarr.url.replace('://', `://ana:${URL_PASSWORD}@`);
    expect((await admin.post('/api/instances', { ...candidate, url: withPassword })).status).toBe(400);
    const id = await app.connectRadarr(admin);
    expect((await admin.get('/api/instances')).text).toContain(id);
    const renamed = await admin.put(`/api/instances/${id}`, { ...candidate, name: 'Our films', api_key: '' });
    expect(renamed.status).toBe(200);
    return id;
  }

  /** The metadata provider's credential as an administrator stores it: refused, echoed, lost on the way, stored. */
  async function storeMetadataKey(admin: Session): Promise<void> {
    const { token } = app.tmdb;
    for (const fault of faultsThatEcho(token).slice(0, 3)) {
      app.tmdb.fail('GET /3/authentication', fault);
      expect([422, 503]).toContain((await admin.put('/api/admin/credentials', { tmdb_access_token: token })).status);
      app.tmdb.recover();
    }
    const tried = { name: 'tmdb_access_token', value: WRONG_KEY };
    expect((await admin.post('/api/admin/credentials/test', tried)).status).toBe(422);
    for (const body of [{ tmdb_access_token: WRONG_KEY }, { tmdb_access_token: `${token} ${token}` }, { x: token }]) {
      expect([400, 422]).toContain((await admin.put('/api/admin/credentials', body)).status);
    }
    expect((await admin.put('/api/admin/credentials', { tmdb_access_token: token })).status).toBe(200);
    expect((await admin.get('/api/admin/credentials')).body).toMatchObject({ tmdb_access_token: true });
    expect((await admin.get('/api/config')).body).toMatchObject({ services: { tmdb: true } });
  }

  /** A password that is guessed, and one that is refused. */
  async function changePassword(admin: Session): Promise<void> {
    const guess = { password: ADMIN_PASSWORD, current_password: WRONG_PASSWORD };
    expect((await admin.post('/api/auth/password', guess)).status).toBe(403);
    const short = { password: 'short', current_password: ADMIN_PASSWORD };
    expect((await admin.post('/api/auth/password', short)).status).toBe(400);
    expect((await admin.get('/api/admin/users')).text).not.toContain('$argon2id');
  }

  /** The metadata provider's credential. */
  async function findFilms(member: Session): Promise<void> {
    const token = app.tmdb.token;
    const calls = [
      ['GET /3/movie/:id', `/api/media/movie/${FILM.id}`],
      ['GET /3/search/multi', '/api/search?query=harbor'],
      ['GET /3/movie/popular', '/api/discover/movies/popular'],
    ] as const;
    for (const [at, fault] of faultsThatEcho(token).entries()) {
      const [route, path] = calls[at % calls.length] ?? calls[0];
      app.tmdb.fail(route, fault, Infinity);
      expect((await member.get(path)).status).toBe(502);
      app.tmdb.recover();
    }
    expect((await member.get(`/api/media/movie/${FILM.id}`)).status).toBe(200);
  }

  /** A request whose delivery meets every fault before it succeeds. */
  async function askForFilm(firstAdmin: Session, firstMember: Session): Promise<void> {
    let [admin, member] = [firstAdmin, firstMember];
    const asked = await member.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id });
    expect(asked.status).toBe(200);
    const { request_id: id } = asked.body as { request_id: number };
    // Each call meets a few of them: the same code reads whatever is answered to any.
    const calls = ['GET /api/v3/movie', 'GET /api/v3/movie/lookup', 'POST /api/v3/movie', 'GET /api/v3/queue'];
    for (const [at, fault] of faultsThatEcho(app.radarr.apiKey).entries()) {
      app.radarr.fail(calls[at % calls.length] ?? '', fault, Infinity);
      await app.clock.leap(30_000);
      await app.deliver();
      await member.get(`/api/requests/${FILM.id}/status`);
      await member.get(`/api/requests/delivery-status?request_id=${id}`);
      await member.get('/api/requests');
      await admin.get('/api/admin/requests');
      app.radarr.recover();
      [admin, member] = [await app.refresh(admin), await app.refresh(member)];
    }
    expect(app.radarr.calls('POST /api/v3/movie').length).toBeGreaterThan(0);
  }

  /** The log as administrators read it: answers are searched on arrival, for tokens it is searched here. */
  async function readLog(admin: Session): Promise<void> {
    const [page, file] = [await admin.get('/api/admin/log?limit=500'), await admin.get('/api/admin/log/download')];
    expect([page.status, file.status, file.text.includes('INFO  request method=')]).toEqual([200, 200, true]);
    app.secrets.assertNotInLog([page.text, file.text]);
  }

  it('appear in no answer, header, log line or file, whatever goes wrong on the way', async () => {
    let admin = await signIn();
    const instanceId = await connectLibrary(admin);
    const ana = await app.invite('ana');
    await findFilms(ana);
    await askForFilm(admin, ana);
    admin = await app.login('admin', ADMIN_PASSWORD);

    await readLog(admin);

    // Storage faults: a credential that can't be opened any more, then no storage at all.
    await app
      .get(Database)
      .write((tx) => tx.update(ServiceInstanceRow, { id: instanceId }, { apiKey: 'v1:scrambled' }));
    const stored = { service_type: 'movie_manager', name: 'Films', url: app.radarr.url, id: instanceId };
    expect((await admin.post('/api/instances/test', stored)).status).toBe(503);
    expect((await admin.get('/api/instances')).status).toBe(200);
    await app.get(Database).close();
    expect((await admin.get('/api/instances')).status).toBe(503);
    expect((await app.http.post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).status).toBe(503);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: ana.refreshToken })).status).toBe(503);

    const levels = new Set(app.logLines.map((line) => (JSON.parse(line) as { level: string }).level));
    expect([...levels]).toEqual(expect.arrayContaining(['info', 'error']));
    // Closing searches the log; what was answered has been searched on arrival.
    await app.close();
    expect(await secretsIn(dataDir, [ana, admin].flatMap(tokensOf))).toEqual([]);
  });

  it('appear nowhere while provider keys and passwords are changed', async () => {
    const admin = await app.setUpAdmin();
    await storeMetadataKey(admin);
    await changePassword(admin);
    await readLog(admin);
    await app.close();
    expect(await secretsIn(dataDir, tokensOf(admin))).toEqual([]);
  });

  it('would be found: in an answer at once, and in the data folder', async () => {
    const admin = await app.setUpAdmin();
    const given = app.connectRadarr(admin, { name: app.radarr.apiKey });
    await expect(given).rejects.toThrow('POST /api/instances gives away the library key');
    await app.close();
    expect(await secretsIn(dataDir, [])).toEqual([app.radarr.apiKey]);
  });

  /** Which secrets stand as plain text in a file of the folder? */
  async function secretsIn(folder: string, tokens: readonly string[]): Promise<string[]> {
    const secrets = [app.radarr.apiKey, app.tmdb.token, ADMIN_PASSWORD, WRONG_PASSWORD, WRONG_KEY, ...tokens];
    const texts = await keptTexts(folder);
    expect(texts.length).toBeGreaterThan(0);
    return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
  }
});

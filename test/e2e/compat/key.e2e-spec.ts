import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { tableRows } from '../../harness/database-inspection.js';
import { KeyClient } from '../../harness/key-client.js';
import { handshake } from '../../harness/live-socket.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { rawBytes } from '../../harness/raw-exchange.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const KEY = '/api/admin/compat-api';
const STATUS = '/api/v1/status';
/** The answer of the route of the key while there is none. */
const NONE = [200, { configured: false }];
const REFUSED = [403, { message: 'You do not have permission to access this endpoint' }];

describe('the key of the compatibility interface', () => {
  let app: App;
  let admin: Session;

  async function open(): Promise<void> {
    app = await startApp();
    admin = await app.setUpAdmin();
  }

  /** Another administrator. */
  async function secondAdmin(name = 'eve'): Promise<Session> {
    const session = await app.invite(name);
    await admin.patch(`/api/admin/users/${session.userId}`, { role: 'admin' });
    return session;
  }

  /** As if the server stopped after each commit: no event arrives until the function that is returned is called. */
  function hearNothing(): () => void {
    const bus = app.get(EventBus);
    bus.publish = () => Promise.resolve();
    return () => Reflect.deleteProperty(bus, 'publish');
  }

  describe('on a server that has known others', () => {
    beforeAll(open);
    afterAll(() => app.close());

    it('doc2 §5.2: opens the interface, and nothing else does', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      expect((await tool.get(STATUS)).status).toBe(200);
      expect(statusAndBody(await app.http.get(STATUS))).toEqual(REFUSED);
      expect(statusAndBody(await admin.get(STATUS))).toEqual(REFUSED);
    });

    it('security 18: a key that is empty, blank, cut, longer, in capitals, another, very long or behind a Bearer is refused', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      const { key } = tool;
      const others = ['', '   ', key.slice(1), `${key}0`, key.toUpperCase(), 'f'.repeat(64), 'f'.repeat(8_000)];
      for (const brought of [...others, `Bearer ${key}`])
        expect([brought, ...statusAndBody(await tool.get(STATUS, { 'x-api-key': brought }))]).toEqual([
          brought,
          ...REFUSED,
        ]);
    });

    it('security 18: a header that is sent twice is another text than the key, whichever comes first', async () => {
      const { key } = await KeyClient.issuedBy(app, admin);
      const lines = [`X-Api-Key: ${key}`, 'X-API-KEY: wrong'];
      for (const [first, second] of [lines, [...lines].reverse(), [lines[0], lines[0]]]) {
        const bytes = `GET ${STATUS} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${first}\r\n${second}\r\n\r\n`;
        expect(await rawBytes(app.url, bytes)).toMatch(/^HTTP\/1\.1 403 [\s\S]*\{"message":"[^"]+"\}$/);
      }
    });

    it('security 11, 18: a session’s token is no key, in whichever header or cookie it comes', async () => {
      await KeyClient.issuedBy(app, admin);
      const token = admin.token ?? '';
      for (const [name, value] of [
        ['x-api-key', token],
        ['x-api-key', admin.refreshToken],
        ['authorization', `Bearer ${token}`],
        ['cookie', `connect.sid=${token}; access_token=${token}; session=${token}`],
      ] as const)
        expect(statusAndBody(await app.http.get(STATUS, { [name]: value }))).toEqual(REFUSED);
    });

    it('security 18: the key counts in its header alone: not as a session, a cookie, Basic or in the query', async () => {
      const { key } = await KeyClient.issuedBy(app, admin);
      const basic = Buffer.from(`admin:${key}`).toString('base64');
      for (const [name, value] of [
        ['authorization', `Bearer ${key}`],
        ['authorization', `Basic ${basic}`],
        ['cookie', `x-api-key=${key}; connect.sid=${key}`],
        ['api-key', key],
      ] as const)
        expect(statusAndBody(await app.http.get(STATUS, { [name]: value }))).toEqual(REFUSED);
      expect(statusAndBody(await app.http.get(`${STATUS}?apikey=${key}&api_key=${key}&X-Api-Key=${key}`))).toEqual(
        REFUSED,
      );
    });

    it('security 11: the key is no access, refresh or connect token, and no password of a webhook or socket', async () => {
      const { key } = await KeyClient.issuedBy(app, admin);
      const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;
      expect(await statusOf(app.http.get('/api/auth/me', { authorization: `Bearer ${key}` }))).toBe(401);
      expect(await statusOf(app.http.get('/api/auth/me', { 'x-api-key': key }))).toBe(401);
      expect(await statusOf(app.http.post('/api/auth/refresh', { refresh_token: key }))).toBe(401);
      expect(await statusOf(app.http.post('/api/auth/connect', { token: key, device_name: 'Phone' }))).toBe(400);
      const radarr = await app.connectRadarr(admin);
      const basic = `Basic ${Buffer.from(`usher:${key}`).toString('base64')}`;
      const webhook = { headers: { authorization: basic, 'x-api-key': key }, body: { eventType: 'Test' } };
      expect(await statusOf(app.http.request('POST', `/api/webhooks/arr/${radarr}`, webhook))).toBe(401);
      const { url, secrets } = app;
      const socket = { url, secrets, path: '/api/ws', token: key, headers: { 'x-api-key': key } };
      expect(await statusOf(handshake(socket))).toBe(401);
    });

    it('security 18: X-API-User neither opens nor shuts anything', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      const ana = await app.invite('ana');
      for (const user of [admin.userId, ana.userId, 0, 999, 'admin']) {
        const headers = { 'x-api-user': `${user}` };
        expect((await tool.get(STATUS, headers)).status).toBe(200);
        expect(statusAndBody(await app.http.get(STATUS, headers))).toEqual(REFUSED);
      }
    });

    it('security 18: a session that comes beside the key changes nothing', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      const ana = await app.invite('ana');
      for (const token of [ana.token, 'no such token'])
        expect((await tool.get(STATUS, { authorization: `Bearer ${token}` })).status).toBe(200);
    });

    it('doc2 §4: the next issue replaces it at once, no matter who issues', async () => {
      const first = await KeyClient.issuedBy(app, admin);
      expect((await first.get(STATUS)).status).toBe(200);
      const eve = await secondAdmin();
      await app.clock.advance(1_000);
      const second = await KeyClient.issuedBy(app, eve);
      expect(statusAndBody(await first.get(STATUS))).toEqual(REFUSED);
      expect((await second.get(STATUS)).status).toBe(200);
      expect((await admin.get(KEY)).body).toEqual({
        configured: true,
        api_key: second.key,
        issued_by: 'eve',
        created_at: new Date(app.clock.now()).toISOString(),
      });
    });

    it('doc2 §4: DELETE takes it back at once, and answers that there is none; again changes nothing', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      expect((await tool.get(STATUS)).status).toBe(200);
      const answers = [await admin.delete(KEY), await admin.delete(KEY)];
      expect(answers.map(statusAndBody)).toEqual([NONE, NONE]);
      expect(statusAndBody(await tool.get(STATUS))).toEqual(REFUSED);
      expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
    });

    it('security 12, 18: dies with its issuer’s demotion on the next call, and doesn’t come back with the role', async () => {
      const eve = await secondAdmin();
      const tool = await KeyClient.issuedBy(app, eve);
      expect((await tool.get(STATUS)).status).toBe(200);
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
      expect(statusAndBody(await tool.get(STATUS))).toEqual(REFUSED);
      expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
      expect(statusAndBody(await tool.get(STATUS))).toEqual(REFUSED);
    });

    it('security 12: a key that can’t be read keeps nobody an administrator', async () => {
      const eve = await secondAdmin();
      await KeyClient.issuedBy(app, admin);
      const broken = { key: 'compat_key', value: JSON.stringify(`v1:${Buffer.alloc(60).toString('base64')}`) };
      await app.get(Database).write((tx) => tx.upsert(SettingRow, broken, ['key']));
      expect((await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' })).status).toBe(200);
      expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
    });

    it('security 12, 18: dies with its issuer’s account on the next call', async () => {
      const eve = await secondAdmin();
      const tool = await KeyClient.issuedBy(app, eve);
      expect((await tool.get(STATUS)).status).toBe(200);
      await admin.delete(`/api/admin/users/${eve.userId}`);
      expect(statusAndBody(await tool.get(STATUS))).toEqual(REFUSED);
      expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
    });

    it('security 18: calls that come while the key is taken back see either no key or the key, and those after it none', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      const during = Array.from({ length: 20 }, () => tool.get(STATUS));
      await admin.delete(KEY);
      const after = await Promise.all(Array.from({ length: 20 }, () => tool.get(STATUS)));
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([403]));
      for (const { status } of await Promise.all(during)) expect([200, 403]).toContain(status);
    });

    it('doc2, Compat key; security 26: lies sealed, with its issuer and the time of its issue', async () => {
      const { key } = await KeyClient.issuedBy(app, admin);
      const { settings = [] } = await tableRows(app.databaseFile);
      const stored = settings.find((row) => row.key === 'compat_key');
      expect(stored?.value).toMatch(/^"v1:[A-Za-z0-9+/=]+"$/);
      expect(JSON.stringify(await tableRows(app.databaseFile))).not.toContain(key);
    });

    it('doc3 §0: what can’t be judged is 503 {message}, and a new key ends that', async () => {
      const tool = await KeyClient.issuedBy(app, admin);
      const broken = { key: 'compat_key', value: JSON.stringify(`v1:${Buffer.alloc(60).toString('base64')}`) };
      await app.get(Database).write((tx) => tx.upsert(SettingRow, broken, ['key']));
      const unavailable = 'temporarily unavailable, retry shortly';
      expect(statusAndBody(await tool.get(STATUS))).toEqual([503, { message: unavailable }]);
      expect(statusAndBody(await admin.get(KEY))).toEqual([503, refusedWith(unavailable)]);
      const next = await KeyClient.issuedBy(app, admin);
      expect((await next.get(STATUS)).status).toBe(200);
    });

    it('security 12, 18: is gone in the very write that demotes its issuer: no event has to arrive for it', async () => {
      const eve = await secondAdmin();
      const tool = await KeyClient.issuedBy(app, eve);
      const hear = hearNothing();
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
      hear();
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
      expect(statusAndBody(await tool.get(STATUS))).toEqual(REFUSED);
      expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
    });

    it('security 18: nor does a deletion leave anything of it, and a demotion of somebody else all of it', async () => {
      const stored = async (): Promise<boolean> =>
        ((await tableRows(app.databaseFile)).settings ?? []).some(
          ({ key, value }) => key === 'compat_key' && value !== '""',
        );
      const [eve, mia] = [await secondAdmin('eve'), await secondAdmin('mia')];
      await KeyClient.issuedBy(app, eve);
      const hear = hearNothing();
      await admin.patch(`/api/admin/users/${mia.userId}`, { role: 'user' });
      await admin.delete(`/api/admin/users/${mia.userId}`);
      expect(await stored()).toBe(true);
      await admin.delete(`/api/admin/users/${eve.userId}`);
      expect(await stored()).toBe(false);
      hear();
    });

    it('security 12: stays when somebody else is demoted or deleted, and when its issuer signs out', async () => {
      const [issuer, eve, mia] = [await secondAdmin('ivy'), await secondAdmin('eve'), await secondAdmin('mia')];
      const tool = await KeyClient.issuedBy(app, issuer);
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
      await admin.delete(`/api/admin/users/${mia.userId}`);
      await issuer.post('/api/auth/logout');
      expect((await tool.get(STATUS)).status).toBe(200);
    });
  });

  it('doc2 §4, security 18: where none is issued, no key is right; what is missing needs no database to be refused; a key that was never judged is 503 without one', async () => {
    await open();
    expect(statusAndBody(await admin.get(KEY))).toEqual(NONE);
    for (const key of ['', 'undefined', 'null', 'f'.repeat(64)])
      expect(statusAndBody(await app.http.get(STATUS, { 'x-api-key': key }))).toEqual(REFUSED);
    const issued = await admin.post(KEY);
    expect(issued.body).toEqual({
      configured: true,
      api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      issued_by: 'admin',
      created_at: new Date(app.clock.now()).toISOString(),
    });
    const shown = await admin.get(KEY);
    expect([shown.body, shown.headers.get('cache-control')]).toEqual([issued.body, 'no-store']);
    await app.get(Database).close();
    expect(statusAndBody(await app.http.get(STATUS))).toEqual(REFUSED);
    const { api_key: key } = issued.body as { api_key: string };
    expect((await app.http.get(STATUS, { 'x-api-key': key })).status).toBe(503);
    await app.close();
  });
});

describe('issue 6, speed: while nothing is written, a call with the key asks the database nothing', () => {
  it('neither for the key nor for people and counts', async () => {
    const app = await startApp();
    const tool = await KeyClient.issuedBy(app, await app.setUpAdmin());
    const paths = [STATUS, '/api/v1/user?take=20', '/api/v1/user/1', '/api/v1/settings/about', '/api/v1/settings/jobs'];
    const read = async (): Promise<string[]> => {
      const answers: string[] = [];
      for (const path of paths) answers.push((await tool.get(path)).text);
      return answers;
    };
    const open = await read();
    await app.get(Database).close();
    expect(await read()).toEqual(open);
    await app.close();
  });
});

describe('issue 6.4: the key of the compatibility interface outlives a restart', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-compat-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('and is refused after one when its issuer was demoted before', async () => {
    let app = await startApp({ dataDir });
    let admin = await app.setUpAdmin();
    const eve = await app.invite('eve');
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    const { key } = await KeyClient.issuedBy(app, eve);
    await app.close();

    app = await startApp({ dataDir });
    expect((await new KeyClient(app, key).get(STATUS)).status).toBe(200);
    admin = await app.login('admin', ADMIN_PASSWORD);
    expect((await admin.get(KEY)).body).toMatchObject({ configured: true, api_key: key, issued_by: 'eve' });
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
    await app.close();

    app = await startApp({ dataDir });
    expect(statusAndBody(await new KeyClient(app, key).get(STATUS))).toEqual(REFUSED);
    await app.close();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { whileLocked } from '../../harness/held-lock.js';
import type { Answer } from '../../harness/http-client.js';
import { losePagesOf } from '../../harness/lost-pages.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const UNAVAILABLE = [503, refusedWith('temporarily unavailable, retry shortly')];
/** Every way to present a credential, good and bad ones. None of them can be judged without the rows of people. */
function presentations(app: App, session: Session): readonly (readonly [string, () => Promise<Answer>])[] {
  const login = (username: string, password: string) => app.http.post('/api/auth/login', { username, password });
  const refresh = (refresh_token: string) => app.http.post('/api/auth/refresh', { refresh_token });
  const me = (token: string) => app.http.get('/api/auth/me', { authorization: `Bearer ${token}` });
  const connect = (token: string) => app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
  return [
    ['a good access token', () => me(session.token ?? '')],
    ['an unknown access token', () => me('A'.repeat(43))],
    ['a good refresh token', () => refresh(session.refreshToken)],
    ['an unknown refresh token', () => refresh('A'.repeat(43))],
    ['the right password', () => login('admin', ADMIN_PASSWORD)],
    ['a password of nobody', () => login('nobody', 'wrong password')],
    ['a connect token', () => connect('f'.repeat(64))],
    ['a logout', () => session.post('/api/auth/logout')],
    ['an administrator’s call', () => session.get('/api/admin/devices')],
  ];
}

describe('doc3 §0: a fault while judging is 503, never 401', () => {
  it('when the database is closed', async () => {
    const app = await startApp();
    const session = await app.setUpAdmin();
    await app.get(Database).close();
    for (const [name, present] of presentations(app, session)) {
      expect([name, ...statusAndBody(await present())]).toEqual([name, ...UNAVAILABLE]);
    }
    // What is no token at all needs no database to be refused.
    expect((await app.http.get('/api/auth/me', { authorization: 'Bearer x' })).status).toBe(401);
    expect((await app.http.get('/api/auth/me')).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: 'x' })).status).toBe(401);
    await app.close();
  });

  describeOnSqlite('when pages of the file are lost', () => {
    let dataDir: string;
    let app: App;
    let session: Session;

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'usher-lost-'));
      const before = await startApp({ dataDir });
      session = await before.setUpAdmin();
      await before.close();
      await losePagesOf(before.databaseFile, ['users', 'devices', 'access_tokens', 'refresh_tokens', 'connect_tokens']);
      app = await startApp({ dataDir });
    });

    afterAll(async () => {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('every credential is answered with 503', async () => {
      const moved = Object.assign(Object.create(Object.getPrototypeOf(session) as object) as Session, session, {
        url: app.url,
      });
      for (const [name, present] of presentations(app, moved)) {
        expect([name, ...statusAndBody(await present())]).toEqual([name, ...UNAVAILABLE]);
      }
    });

    it('what doesn’t need those pages is still answered', async () => {
      expect((await app.http.get('/api/auth/status')).body).toMatchObject({ needs_setup: false });
    });
  });

  it('when another process holds the lock, reads go on and a refresh waits for it', async () => {
    const app = await startApp({ isReusable: true });
    const session = await app.setUpAdmin();
    const refreshing = await whileLocked(app.databaseFile, async () => {
      const waiting = app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken });
      expect((await session.get('/api/auth/me')).status).toBe(200);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: 'A'.repeat(43) })).status).toBe(401);
      return { waiting };
    });
    expect((await refreshing.waiting).status).toBe(200);
    await app.close();
  });
});

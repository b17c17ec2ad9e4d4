import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { Random } from '../../../src/core/time/random.js';
import { RecoveryLinks } from '../../../src/modules/auth/auth.public.js';
import { SsoOnlyService } from '../../../src/modules/auth/sso-only/sso-only.service.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const PASSWORD = 'planted-member-password';
const REQUIRED = [403, { error: 'sign in with single sign-on', code: 'sso_required' }];
const LAST_LOCAL = 'the last admin who can sign in with a password must stay while single sign-on is required';

describe('doc1 §4 External OIDC: while single sign-on is required', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    app.secrets.plant('member password', PASSWORD);
    admin = await app.setUpAdmin();
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    await require(false);
    await app.clock.advance(61_000);
    admin = await app.refresh(admin);
  });

  const require = (on: boolean): Promise<void> => app.get(Database).write((tx) => app.get(SsoOnlyService).set(tx, on));
  const login = (username: string, password: string): Promise<Answer> =>
    app.http.post('/api/auth/login', { username, password });
  const setRole = (of: Session, role: string, by: Session = admin): Promise<Answer> =>
    by.patch(`/api/admin/users/${of.userId}`, { role });

  /** An account with a password. */
  async function person(name: string): Promise<Session> {
    const session = await app.invite(name);
    await admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
    expect((await session.post('/api/auth/password', { password: PASSWORD })).status).toBe(200);
    return session;
  }

  it('a member’s right password is refused with the cause; a wrong one looks like an unknown name', async () => {
    await person('ana');
    await require(true);
    expect(statusAndBody(await login('ana', PASSWORD))).toEqual(REQUIRED);
    expect(statusAndBody(await login('ana', 'another password'))).toEqual(
      statusAndBody(await login('nobody', PASSWORD)),
    );
    expect((await login('admin', ADMIN_PASSWORD)).status).toBe(200);
  });

  it('an invitation names the route that continues it, and stays unused', async () => {
    const minted = await admin.post('/api/admin/connect-token', { name: 'ben', server_url: app.url });
    const token = new URL((minted.body as { link: string }).link).searchParams.get('token');
    const connect = () => app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
    await require(true);
    const continued = [200, { sso_required: true, continuation: '/api/auth/oidc/begin' }];
    expect(statusAndBody(await connect())).toEqual(continued);
    expect(statusAndBody(await connect())).toEqual(continued);
    expect(statusAndBody(await app.http.post('/api/auth/connect', { token: 'x', device_name: 'Phone' }))[0]).toBe(400);
    await require(false);
    expect((await connect()).body).toMatchObject({ user: { username: 'ben' } });
  });

  it('a link that a command made for an administrator signs in while the provider is gone', async () => {
    await person('cleo');
    const linkOf = (name: string) =>
      app
        .get(Database)
        .write((tx) =>
          new RecoveryLinks(app.clock, app.get(Random)).issue(tx, name, { fallback: 'http://nas.local', basePath: '' }),
        );
    const connect = async (name: string) => {
      const token = new URL((await linkOf(name)).link.reveal()).searchParams.get('token');
      return app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
    };
    await require(true);
    expect((await connect('admin')).body).toMatchObject({ user: { username: 'admin' } });
    expect((await connect('cleo')).body).toMatchObject({ sso_required: true });
  });

  it('doc3 §5.2: the last administrator with a password stays one, judged inside the write', async () => {
    const dora = await app.invite('dora');
    await setRole(dora, 'admin');
    await require(true);
    expect(statusAndBody(await setRole(admin, 'user', dora))).toEqual([409, refusedWith(LAST_LOCAL)]);
    expect(statusAndBody(await dora.delete(`/api/admin/users/${admin.userId}`))).toEqual([
      409,
      refusedWith(LAST_LOCAL),
    ]);
    await require(false);
    expect((await dora.post('/api/auth/password', { password: PASSWORD })).status).toBe(200);
    await require(true);
    const both = await Promise.all([setRole(admin, 'user'), setRole(dora, 'user', dora)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stayed = both[0]?.status === 409 ? admin : dora;
    for (const one of [admin, dora]) await setRole(one, 'admin', stayed);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../src/core/access/permissions.js';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const MINUTE = 60_000;
const UNAUTHORIZED = [401, { error: 'unauthorized', code: 'unauthorized' }];

describe('sessions', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    await app.clock.advance(61_000);
    admin = await app.login('admin', ADMIN_PASSWORD);
    ana = await app.invite('ana');
  });

  afterAll(() => app.close());

  const me = async (authorization?: string): Promise<unknown[]> => {
    const { status, body } = await app.http.get('/api/auth/me', authorization === undefined ? {} : { authorization });
    return [status, body];
  };

  it('doc3 §1.4: GET /api/auth/me answers the caller’s profile, of a regular account', async () => {
    const answer = await ana.get('/api/auth/me');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: ana.userId,
      username: 'ana',
      role: 'user',
      permissions: permissionsOf('user'),
      has_password: false,
      sso_linked: false,
      password_enabled: false,
      passkey_enabled: false,
      hub_email: '',
      hub_invited_at: null,
      child: false,
      content_limits: null,
    });
  });

  it('doc3 §1.4, §1.10: and of an administrator, with the full sorted list of permissions', async () => {
    const { body } = await admin.get('/api/auth/me');
    const { permissions, ...rest } = body as { permissions: string[] };
    expect(rest).toMatchObject({ role: 'admin', has_password: true, password_enabled: true, passkey_enabled: true });
    expect(permissions).toEqual([...permissions].sort());
    expect(permissions).toEqual(expect.arrayContaining(['admin:*', 'users:manage', 'media:request']));
    expect(permissions).toHaveLength(20);
  });

  it('doc3 §0: no Authorization header, or one that carries no token, is 401 "unauthorized"', async () => {
    expect(await me()).toEqual(UNAUTHORIZED);
    const token = ana.token ?? '';
    for (const header of ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`]) {
      expect([header, ...(await me(header))]).toEqual([header, ...UNAUTHORIZED]);
    }
  });

  it('doc3 §0: a token anywhere but in the Authorization header is not looked at', async () => {
    const token = ana.token ?? '';
    const places = [
      app.http.get(`/api/auth/me?access_token=${token}&token=${token}`),
      app.http.get('/api/auth/me', { cookie: `token=${token}; session=${token}` }),
      app.http.get('/api/auth/me', { 'x-api-key': token, 'x-auth-token': token }),
    ];
    for (const answer of await Promise.all(places)) expect(answer.status).toBe(401);
  });

  it('doc3 §1.6: an access token is good for 15 minutes', async () => {
    const fresh = await app.login('admin', ADMIN_PASSWORD);
    await app.clock.leap(15 * MINUTE - 1);
    expect((await fresh.get('/api/auth/me')).status).toBe(200);
    await app.clock.leap(1);
    expect(await me(`Bearer ${fresh.token ?? ''}`)).toEqual(UNAUTHORIZED);
  });

  describe('security 11: each kind of token is refused at the others’ routes', () => {
    const connectToken = async (): Promise<string> => {
      const { body } = await admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url });
      return new URL((body as { link: string }).link).searchParams.get('token') ?? '';
    };

    it('refresh and connect tokens are no access tokens', async () => {
      expect(await me(`Bearer ${ana.refreshToken}`)).toEqual(UNAUTHORIZED);
      expect(await me(`Bearer ${await connectToken()}`)).toEqual(UNAUTHORIZED);
    });

    it('access and connect tokens are no refresh tokens', async () => {
      for (const refresh_token of [ana.token, await connectToken()]) {
        const answer = await app.http.post('/api/auth/refresh', { refresh_token });
        expect([answer.status, answer.body]).toEqual([
          401,
          { error: 'invalid refresh token', code: 'invalid_refresh_token' },
        ]);
      }
    });

    it('access and refresh tokens are no connect tokens', async () => {
      for (const token of [ana.token, ana.refreshToken]) {
        const answer = await app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
        expect([answer.status, answer.body]).toEqual([400, refusedWith('connect token not found')]);
      }
    });

    it('nothing of it has spent or ended anything', async () => {
      const token = await connectToken();
      await app.http.post('/api/auth/refresh', { refresh_token: token });
      await me(`Bearer ${token}`);
      expect((await app.http.post('/api/auth/connect', { token, device_name: 'Phone' })).status).toBe(200);
      expect((await ana.get('/api/auth/me')).status).toBe(200);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: ana.refreshToken })).status).toBe(200);
    });
  });

  describe('security 12: what ends a session ends it with the next call', () => {
    const refused = async (session: Session): Promise<void> => {
      expect(await me(`Bearer ${session.token ?? ''}`)).toEqual(UNAUTHORIZED);
      const answer = await app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken });
      expect([answer.status, answer.body]).toEqual([
        401,
        { error: 'invalid refresh token', code: 'invalid_refresh_token' },
      ]);
    };

    it('doc3 §1.1: logout ends the calling device alone', async () => {
      const other = await app.invite('ana');
      const answer = await ana.post('/api/auth/logout');
      expect([answer.status, answer.body]).toEqual([200, { status: 'signed_out' }]);
      await refused(ana);
      expect((await other.get('/api/auth/me')).status).toBe(200);
    });

    it('doc3 §1.1: of logouts at once each is answered 200, or 401 when it came too late', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => ana.post('/api/auth/logout')));
      expect(answers.map(({ status }) => status)).toContain(200);
      for (const { status } of answers) expect([200, 401]).toContain(status);
      await refused(ana);
    });

    it('doc3 §1.5: revoking a device', async () => {
      const answer = await admin.delete(`/api/admin/devices/${ana.deviceId}`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'revoked' }]);
      await refused(ana);
    });

    it('doc3 §5.2: deleting the account', async () => {
      const answer = await admin.delete(`/api/admin/users/${ana.userId}`);
      expect([answer.status, answer.body]).toEqual([200, { status: 'deleted' }]);
      await refused(ana);
    });

    it('doc3 §1.6: a changed role counts with the next call, both ways', async () => {
      const become = (role: 'admin' | 'user'): Promise<unknown> =>
        app.get(Database).write((tx) => tx.update(UserRow, { id: ana.userId }, { role }));
      expect((await ana.get('/api/admin/devices')).status).toBe(403);
      await become('admin');
      expect((await ana.get('/api/admin/devices')).status).toBe(200);
      await become('user');
      expect((await ana.get('/api/admin/devices')).status).toBe(403);
    });
  });

  describe('doc3 §1.5: last_seen_at', () => {
    const lastSeen = async (session: Session): Promise<string | undefined> => {
      const { body } = await admin.get('/api/admin/devices');
      return (body as { id: string; last_seen_at: string }[]).find(({ id }) => id === session.deviceId)?.last_seen_at;
    };

    it('is brought up to date by the requests of a device, at most once a minute', async () => {
      const signedIn = await lastSeen(ana);
      await app.get(JobRunner).runNow('auth.last-seen');
      await app.clock.leap(1000);
      await ana.get('/api/auth/me');
      expect(await lastSeen(ana)).toBe(signedIn);

      await app.get(JobRunner).runNow('auth.last-seen');
      expect(await lastSeen(ana)).toBe(new Date(app.clock.now()).toISOString());
    });

    it('is not touched by a refused request', async () => {
      const signedIn = await lastSeen(ana);
      await app.clock.leap(15 * MINUTE);
      await ana.get('/api/auth/me');
      await app.get(JobRunner).runNow('auth.last-seen');
      admin = await app.login('admin', ADMIN_PASSWORD);
      expect(await lastSeen(ana)).toBe(signedIn);
    });
  });
});

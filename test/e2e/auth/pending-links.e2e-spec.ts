import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountsService } from '../../../src/modules/auth/accounts/accounts.service.js';
import { InvitationsService } from '../../../src/modules/auth/connect-links/invitations.service.js';
import { actingAdministrator } from '../../harness/acting-administrator.js';
import { errorOf } from '../../harness/error-of.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const SERVER = 'http://nas.local:7676';
const DAY = 24 * 60 * 60_000;
const PASSWORD = 'planted-issuer-password';

interface PendingRow {
  readonly id: string;
  readonly name: string;
}

/**
 * Who plays a part: an administrator who has issued a link, on one of their devices, and the account that it names. What
 * else ends links is in test/e2e/app/lifetimes.e2e-spec.ts, beside all that is handed out.
 */
interface Scene {
  readonly issuer: Session;
  readonly elsewhere: Session;
  readonly invited: Session;
}

describe('links that nobody has used yet', () => {
  let app: App;
  let admin: Session;
  let count = 0;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    app.secrets.plant('issuer password', PASSWORD);
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    await app.clock.advance(61_000);
    admin = await app.login('admin', ADMIN_PASSWORD);
  });

  afterAll(() => app.close());

  const role = (userId: number, to: 'admin' | 'user'): Promise<Answer> =>
    admin.patch(`/api/admin/users/${userId}`, { role: to });
  const revoke = ({ deviceId }: Session): Promise<Answer> => admin.delete(`/api/admin/devices/${deviceId}`);
  const setPassword = (by: Session, current_password?: string): Promise<Answer> =>
    by.post('/api/auth/password', { password: PASSWORD, current_password });
  const connect = (token: string): Promise<Answer> =>
    app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
  const pending = async (by: Session = admin): Promise<readonly PendingRow[]> => {
    const { status, body } = await by.get('/api/admin/connect-tokens');
    expect(status).toBe(200);
    return body as readonly PendingRow[];
  };
  const tokenFrom = async (by: Session, name: string): Promise<string> => {
    const { body } = await by.post('/api/admin/connect-token', { name, server_url: SERVER });
    return new URL((body as { link: string }).link).searchParams.get('token') ?? '';
  };

  async function scene(): Promise<Scene> {
    count += 1;
    const issuer = await app.invite(`issuer ${count}`);
    await role(issuer.userId, 'admin');
    const invited = await app.invite(`invited ${count}`);
    await admin.patch(`/api/admin/users/${invited.userId}/auth-methods`, { password_enabled: true });
    return { issuer, elsewhere: await app.invite(`issuer ${count}`), invited };
  }

  it('security 32: a link falls when a replayed refresh token ends the device that issued it', async () => {
    const { issuer, invited } = await scene();
    const token = await tokenFrom(issuer, invited.username);
    const refresh = (): Promise<Answer> => app.http.post('/api/auth/refresh', { refresh_token: issuer.refreshToken });
    expect((await refresh()).status).toBe(200);
    await app.clock.advance(61_000);
    expect((await refresh()).status).toBe(401);
    expect((await connect(token)).status).toBe(400);
  });

  const STAYS: readonly (readonly [string, (scene: Scene) => Promise<Answer>])[] = [
    ['its issuer signs out', ({ issuer }) => issuer.post('/api/auth/logout')],
    ['another device of its issuer is revoked', ({ elsewhere }) => revoke(elsewhere)],
    ['its issuer sets a password on the device that issued it', ({ issuer }) => setPassword(issuer)],
    ['a device of the account that it names is revoked', ({ invited }) => revoke(invited)],
    ['its issuer is made what they are', ({ issuer }) => role(issuer.userId, 'admin')],
  ];

  it.each(STAYS)('doc3 Decisions: a link stays good when %s', async (_, happen) => {
    const players = await scene();
    const token = await tokenFrom(players.issuer, players.invited.username);
    expect((await happen(players)).status).toBe(200);
    expect((await connect(token)).status).toBe(200);
  });

  it('security 32: what falls takes no link of another issuer and no used one with it', async () => {
    const { issuer, invited } = await scene();
    const used = await tokenFrom(issuer, 'used by now');
    expect((await connect(used)).status).toBe(200);
    const theirs = await tokenFrom(admin, invited.username);
    await role(issuer.userId, 'user');
    expect(statusAndBody(await connect(used))).toEqual([
      400,
      { error: 'this link has already been used', code: 'connect_link_used' },
    ]);
    expect((await connect(theirs)).status).toBe(200);
  });

  it('doc3 Decisions: administrators see who is invited, by whom and until when, and never the token', async () => {
    const { issuer } = await scene();
    const token = await tokenFrom(issuer, 'newcomer');
    const { headers, text, body } = await admin.get('/api/admin/connect-tokens');
    expect(headers.get('cache-control')).toBe('no-store');
    const [row] = body as readonly PendingRow[];
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'newcomer',
      created_by: issuer.username,
      created_at: new Date(app.clock.now()).toISOString(),
      expires_at: new Date(app.clock.now() + 7 * DAY).toISOString(),
    });
    expect(text).not.toContain(token);
    expect(statusAndBody(await connect(row?.id ?? ''))).toEqual([400, refusedWith('connect token not found')]);
  });

  it('doc3 Decisions: the newest comes first; used, replaced and expired ones are left out', async () => {
    const names = async (): Promise<readonly string[]> => (await pending()).map(({ name }) => name);
    await tokenFrom(admin, 'first');
    await app.clock.advance(1);
    const second = await tokenFrom(admin, 'second');
    await app.clock.advance(1);
    await tokenFrom(admin, 'first');
    expect((await names()).slice(0, 2)).toEqual(['first', 'second']);
    expect((await connect(second)).status).toBe(200);
    expect((await names())[0]).toBe('first');
    expect(await names()).not.toContain('second');
    await app.clock.leap(7 * DAY);
    admin = await app.login('admin', ADMIN_PASSWORD);
    expect(await names()).toEqual([]);
  });

  describe('taken back', () => {
    const takeBack = (id: string, by: Session = admin): Promise<Answer> => by.delete(`/api/admin/connect-tokens/${id}`);
    const unknown = [404, refusedWith('connect token not found')];

    it('doc3 Decisions: with 204, and good for nothing from then on', async () => {
      const token = await tokenFrom(admin, 'regretted');
      const [row] = await pending();
      const answer = await takeBack(row?.id ?? '');
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(statusAndBody(await connect(token))).toEqual([400, refusedWith('connect token not found')]);
      expect(statusAndBody(await takeBack(row?.id ?? ''))).toEqual(unknown);
    });

    it('doc3 Decisions: an unknown, used or expired one is 404', async () => {
      const used = await tokenFrom(admin, 'fast');
      const [fast] = await pending();
      await tokenFrom(admin, 'slow');
      const [slow] = await pending();
      await connect(used);
      expect(statusAndBody(await takeBack('f'.repeat(64)))).toEqual(unknown);
      expect(statusAndBody(await takeBack('x'))).toEqual(unknown);
      expect(statusAndBody(await takeBack(used))).toEqual(unknown);
      expect(statusAndBody(await takeBack(fast?.id ?? ''))).toEqual(unknown);
      await app.clock.leap(7 * DAY);
      admin = await app.login('admin', ADMIN_PASSWORD);
      expect(statusAndBody(await takeBack(slow?.id ?? ''))).toEqual(unknown);
    });

    it('security 12: an administrator who is demoted before the turn of the call takes nothing back', async () => {
      const { issuer } = await scene();
      const token = await tokenFrom(admin, 'kept');
      const [row] = await pending();
      const [, fault] = await Promise.all([
        app.get(AccountsService).changeRole(issuer.userId, 'user', actingAdministrator(app, admin)),
        errorOf(app.get(InvitationsService).takeBack(actingAdministrator(app, issuer), row?.id ?? '')),
      ]);
      expect(fault).toMatchObject({ status: 403 });
      expect((await connect(token)).status).toBe(200);
    });
  });
});

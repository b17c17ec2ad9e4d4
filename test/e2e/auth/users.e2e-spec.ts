import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActingAdministrator } from '../../../src/core/access/caller.js';
import { permissionsOf } from '../../../src/core/access/permissions.js';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { AccountsService } from '../../../src/modules/auth/accounts/accounts.service.js';
import { InvitationsService } from '../../../src/modules/auth/connect-links/invitations.service.js';
import { SignedInDevicesService } from '../../../src/modules/auth/sessions/signed-in-devices.service.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { AccountChanged } from '../../../src/modules/users/users.public.js';
import { actingAdministrator } from '../../harness/acting-administrator.js';
import { errorOf } from '../../harness/error-of.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

type Fields = Readonly<Record<string, unknown>>;

describe('accounts, as administrators see and change them', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let openedAt: number;

  async function open(): Promise<void> {
    app = await startApp();
    openedAt = app.clock.now();
    admin = await app.setUpAdmin();
  }

  const rows = async (): Promise<readonly Fields[]> => (await admin.get('/api/admin/users')).body as Fields[];
  const rowOf = async (name: string): Promise<Fields | undefined> =>
    (await rows()).find(({ username }) => username === name);
  const stored = (userId: number): Promise<UserRow> =>
    app.get(Database).read((tx) => tx.findOneByOrFail(UserRow, { id: userId }));
  const as = (session: Session): ActingAdministrator => actingAdministrator(app, session);
  const setRole = (userId: number, role: unknown, by: Session = admin): Promise<Answer> =>
    by.patch(`/api/admin/users/${userId}`, { role });
  const setMethods = (userId: number, body: Fields): Promise<Answer> =>
    admin.patch(`/api/admin/users/${userId}/auth-methods`, body);

  describe('of a household of two', () => {
    beforeAll(open);

    beforeEach(async () => {
      admin = await app.startOver();
      ana = await app.invite('ana');
    });

    afterAll(() => app.close());

    describe('the list', () => {
      it('doc3 §5.1: names every account by id, with what is known of each, and is not kept by anybody', async () => {
        const answer = await admin.get('/api/admin/users');
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
        const [begun, now] = [openedAt, app.clock.now()].map((moment) => new Date(moment).toISOString());
        const both = { device_count: 1, has_pending_invite: false, hub_email: '' };
        expect(answer.body).toEqual([
          {
            ...both,
            id: admin.userId,
            created_at: begun,
            username: 'admin',
            role: 'admin',
            permissions: permissionsOf('admin'),
            has_password: true,
            password_enabled: true,
            passkey_enabled: true,
            ai_shared_enabled: true,
            sso_linked: false,
            child: false,
          },
          {
            ...both,
            id: ana.userId,
            created_at: now,
            username: 'ana',
            role: 'user',
            permissions: permissionsOf('user'),
            has_password: false,
            password_enabled: false,
            passkey_enabled: false,
            ai_shared_enabled: false,
            sso_linked: false,
            child: false,
          },
        ]);
      });

      it('doc3 §5.1: counts devices that are not revoked', async () => {
        const second = await app.invite('ana');
        expect(await rowOf('ana')).toMatchObject({ device_count: 2 });
        await admin.delete(`/api/admin/devices/${second.deviceId}`);
        await ana.post('/api/auth/logout');
        expect(await rowOf('ana')).toMatchObject({ device_count: 0 });
      });

      it('doc3 §5.1: an invitation is pending until it is used or has expired', async () => {
        const mint = (): Promise<Answer> =>
          admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url });
        const { body } = await mint();
        expect(await rowOf('ana')).toMatchObject({ has_pending_invite: true });
        const token = new URL((body as { link: string }).link).searchParams.get('token');
        await app.http.post('/api/auth/connect', { token, device_name: 'Phone' });
        expect(await rowOf('ana')).toMatchObject({ has_pending_invite: false });

        await mint();
        await app.clock.leap(7 * 24 * 60 * 60_000 - 1);
        admin = await app.login('admin', ADMIN_PASSWORD);
        expect(await rowOf('ana')).toMatchObject({ has_pending_invite: true });
        await app.clock.leap(1);
        expect(await rowOf('ana')).toMatchObject({ has_pending_invite: false });
      });

      it('doc3 §5.1: reports when somebody was invited to the hub, where that is known', async () => {
        await app
          .get(Database)
          .write((tx) => tx.update(UserRow, { id: ana.userId }, { hubInvitedAt: 1_700_000_000_000 }));
        expect(await rowOf('ana')).toMatchObject({ hub_invited_at: '2023-11-14T22:13:20.000Z' });
        expect(await rowOf('admin')).not.toHaveProperty('hub_invited_at');
      });
    });

    describe('the role', () => {
      it('doc3 §5.2: is changed, and the answer is the row as it is then', async () => {
        const answer = await setRole(ana.userId, 'admin');
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual(await rowOf('ana'));
        expect(answer.body).toMatchObject({
          role: 'admin',
          permissions: permissionsOf('admin'),
          password_enabled: true,
        });
      });

      it('security 12: counts with the next call, both ways', async () => {
        const probe = async (): Promise<number> => (await ana.get('/api/admin/users')).status;
        expect(await probe()).toBe(403);
        await setRole(ana.userId, 'admin');
        expect(await probe()).toBe(200);
        await setRole(ana.userId, 'user');
        expect(await probe()).toBe(403);
        expect((await ana.get('/api/auth/me')).body).toMatchObject({
          role: 'user',
          permissions: permissionsOf('user'),
        });
      });

      it('doc3 §5.2: the last administrator can’t be demoted, not even by themselves', async () => {
        const refused = [409, { error: 'cannot demote the last admin', code: 'cannot_demote_last_admin' }];
        expect(statusAndBody(await setRole(admin.userId, 'user'))).toEqual(refused);
        expect((await stored(admin.userId)).role).toBe('admin');
        expect((await setRole(admin.userId, 'admin')).status).toBe(200);
      });

      it('an administrator may step down while another is left, and can’t take the step back', async () => {
        await setRole(ana.userId, 'admin');
        expect((await setRole(admin.userId, 'user')).status).toBe(200);
        expect(statusAndBody(await setRole(admin.userId, 'admin'))).toEqual([403, refusedWith('permission denied')]);
        expect(statusAndBody(await setRole(ana.userId, 'user', ana))).toEqual([
          409,
          { error: 'cannot demote the last admin', code: 'cannot_demote_last_admin' },
        ]);
      });

      it('doc3 §5.2: of two administrators who step down at once, both judged before, one is left', async () => {
        await setRole(ana.userId, 'admin');
        const rights = app.get(AccountsService);
        const faults = await Promise.all([
          errorOf(rights.changeRole(ana.userId, 'user', as(ana))),
          errorOf(rights.changeRole(admin.userId, 'user', as(admin))),
        ]);
        expect(faults[0]).toBeUndefined();
        expect(faults[1]).toMatchObject({ status: 409, safeText: 'cannot demote the last admin' });
        expect((await rows()).filter(({ role }) => role === 'admin')).toHaveLength(1);
      });

      it('doc3 §5.2: of two administrators who demote each other at once, both judged before, one is left', async () => {
        await setRole(ana.userId, 'admin');
        const rights = app.get(AccountsService);
        const faults = await Promise.all([
          errorOf(rights.changeRole(ana.userId, 'user', as(admin))),
          errorOf(rights.changeRole(admin.userId, 'user', as(ana))),
        ]);
        expect(faults[0]).toBeUndefined();
        expect(faults[1]).toMatchObject({ status: 403, safeText: 'permission denied' });
        expect((await rows()).filter(({ role }) => role === 'admin')).toHaveLength(1);
      });

      it('security 12: an administrator who is demoted gets nothing back by calls that were judged before', async () => {
        await setRole(ana.userId, 'admin');
        const rights = app.get(AccountsService);
        const invitation = { name: 'admin', serverUrl: 'http://usher.example', isNewOnly: false };
        const faults = await Promise.all([
          errorOf(rights.changeRole(ana.userId, 'user', as(admin))),
          errorOf(rights.changeRole(ana.userId, 'admin', as(ana))),
          errorOf(app.get(InvitationsService).invite(invitation, as(ana))),
          errorOf(rights.changeSignInMethods(ana.userId, { passwordEnabled: true }, as(ana))),
          errorOf(rights.shareAi(ana.userId, true, as(ana))),
        ]);
        const refused = expect.objectContaining({ status: 403, safeText: 'permission denied' });
        expect(faults).toEqual([undefined, refused, refused, refused, refused]);
        expect(await rowOf('ana')).toMatchObject({ role: 'user', password_enabled: false, ai_shared_enabled: false });
        expect(await rowOf('admin')).toMatchObject({ has_pending_invite: false });
      });

      it('security 12: an administrator’s device changes no role once it is revoked, by a call that was judged before', async () => {
        await setRole(ana.userId, 'admin');
        const [, fault] = await Promise.all([
          app.get(SignedInDevicesService).revoke(as(admin), ana.deviceId),
          errorOf(app.get(AccountsService).changeRole(admin.userId, 'user', as(ana))),
        ]);
        expect(fault).toMatchObject({ status: 401 });
        expect(await rowOf('admin')).toMatchObject({ role: 'admin' });
      });

      it('is reported to other modules once it holds, and a refused change is not', async () => {
        const published: unknown[] = [];
        app
          .get(EventBus)
          .on(AccountChanged, async ({ userId }) => void published.push([userId, (await stored(userId)).role]));
        await setRole(ana.userId, 'admin');
        await setRole(99, 'admin');
        expect(published).toEqual([[ana.userId, 'admin']]);
      });
    });
  });

  describe('of a household with any others', () => {
    let accounts = 0;

    beforeAll(open);

    beforeEach(async () => {
      accounts += 1;
      ana = await app.invite(`ana${accounts}`);
    });

    afterAll(() => app.close());

    describe('the role', () => {
      it.each(['', 'Admin', 'owner', 'child', null, 1, ['admin']])('doc3 §5.2: %j is none', async (role) => {
        expect(statusAndBody(await setRole(ana.userId, role))).toEqual([
          400,
          { error: 'invalid role', code: 'invalid', params: { name: 'role' } },
        ]);
      });

      it('doc3 §5.2: an unknown account is 404, an id that is none is 400', async () => {
        expect(statusAndBody(await setRole(99, 'admin'))).toEqual([
          404,
          { error: 'user not found', code: 'user_not_found' },
        ]);
        const answer = await admin.patch('/api/admin/users/x', { role: 'admin' });
        expect(statusAndBody(answer)).toEqual([400, refusedWith('invalid user ID')]);
      });
    });

    describe('ways to sign in', () => {
      it('doc3 §5.2: are switched one by one; what is left out or null stays', async () => {
        expect((await setMethods(ana.userId, { password_enabled: true })).body).toMatchObject({
          password_enabled: true,
          passkey_enabled: false,
        });
        const second = await setMethods(ana.userId, { password_enabled: null, passkey_enabled: true });
        expect(second.body).toEqual(await rowOf(ana.username));
        expect(second.body).toMatchObject({ password_enabled: true, passkey_enabled: true });
      });

      it('doc3 §5.2: switching passwords off clears the hash, and on again brings no old one back; sessions stay', async () => {
        await setMethods(ana.userId, { password_enabled: true });
        await ana.post('/api/auth/password', { password: 'a good password' });
        expect((await app.login(ana.username, 'a good password')).userId).toBe(ana.userId);

        const off = await setMethods(ana.userId, { password_enabled: false });
        expect(off.body).toMatchObject({ has_password: false, password_enabled: false });
        await setMethods(ana.userId, { password_enabled: true });
        expect((await stored(ana.userId)).passwordHash).toBeNull();
        const attempt = await app.http.post('/api/auth/login', { username: ana.username, password: 'a good password' });
        expect(attempt.status).toBe(401);
        expect((await ana.get('/api/auth/me')).status).toBe(200);
      });

      it.each([{}, { password_enabled: null }, { other: true }])('doc3 §5.2: %j changes nothing', async (body) => {
        expect(statusAndBody(await setMethods(ana.userId, body))).toEqual([
          400,
          { error: 'no changes provided', code: 'no_changes' },
        ]);
      });

      it('doc3 §5.2: those of administrators can’t be changed; an unknown account is 404', async () => {
        const refused = [409, { error: 'admins cannot be modified', code: 'admin_sign_in_methods' }];
        expect(statusAndBody(await setMethods(admin.userId, { password_enabled: false }))).toEqual(refused);
        expect((await stored(admin.userId)).passwordHash).not.toBeNull();
        expect(statusAndBody(await setMethods(99, { passkey_enabled: true }))).toEqual([
          404,
          { error: 'user not found', code: 'user_not_found' },
        ]);
      });
    });

    describe('the shared AI profile', () => {
      it('doc3 §5.2: is granted and taken back, of administrators too', async () => {
        for (const userId of [ana.userId, admin.userId]) {
          for (const shared_ai_enabled of [true, false]) {
            const answer = await admin.put(`/api/admin/users/${userId}/ai-access`, { shared_ai_enabled });
            expect([answer.status, answer.body]).toEqual([
              200,
              expect.objectContaining({ id: userId, ai_shared_enabled: shared_ai_enabled }),
            ]);
          }
        }
      });

      it.each([{}, { shared_ai_enabled: null }, { shared_ai_enabled: 'true' }, { ai_shared_enabled: true }])(
        'doc3 §5.2: %j says nothing about it',
        async (body) => {
          const answer = await admin.put(`/api/admin/users/${ana.userId}/ai-access`, body);
          expect(statusAndBody(answer)).toEqual([
            400,
            { error: 'shared_ai_enabled is required', code: 'required', params: { name: 'shared_ai_enabled' } },
          ]);
        },
      );

      it('doc3 §5.2: an unknown account is 404', async () => {
        const answer = await admin.put('/api/admin/users/99/ai-access', { shared_ai_enabled: true });
        expect(statusAndBody(answer)).toEqual([404, { error: 'user not found', code: 'user_not_found' }]);
      });
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/core/secrets/secret.js';
import { PasswordChangeService } from '../../../src/modules/auth/passwords/password-change.service.js';
import { errorOf } from '../../harness/error-of.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';

const NEXT = 'planted-next-password';

describe('changing one’s own password', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  async function open(): Promise<void> {
    app = await startApp({ isReusable: true });
    app.secrets.plant('next password', NEXT);
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
  }

  const change = (by: Session, password: unknown, current_password?: unknown): Promise<Answer> =>
    by.post('/api/auth/password', { password, current_password });
  const enable = (): Promise<Answer> =>
    admin.patch(`/api/admin/users/${ana.userId}/auth-methods`, { password_enabled: true });
  const signIn = (username: string, password: string): Promise<Answer> =>
    app.http.post('/api/auth/login', { username, password });

  describe('what is refused, and changes nothing', () => {
    beforeAll(open);

    // A new minute for the routes that count guesses, and sessions that outlast it.
    beforeEach(async () => {
      await app.clock.leap(61_000);
      admin = await app.refresh(admin);
      ana = await app.refresh(ana);
    });

    afterAll(() => app.close());

    it('doc3 §1.1: another one as the current one is 403, which ends no session, and changes nothing', async () => {
      for (const current of [undefined, null, '', 'not the password', ` ${ADMIN_PASSWORD}`])
        expect(statusAndBody(await change(admin, NEXT, current))).toEqual([
          403,
          { error: 'current password is wrong', code: 'wrong_current_password' },
        ]);
      expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(200);
      expect((await admin.get('/api/auth/me')).status).toBe(200);
    });

    it('doc3 §1.7: less than eight characters are too short', async () => {
      const refused = [
        400,
        { error: 'password must be at least 8 characters', code: 'password_too_short', params: { least: 8 } },
      ];
      for (const password of ['', 'short', '1234567', 'ääñ', null, 12345678])
        expect(statusAndBody(await change(admin, password, ADMIN_PASSWORD))).toEqual(refused);
    });

    it('a password of more than 1024 bytes is refused, the current one too', async () => {
      const refused = [
        400,
        {
          error: 'password must be at most 1024 bytes',
          code: 'too_many_bytes',
          params: { name: 'password', most: 1024 },
        },
      ];
      expect(statusAndBody(await change(admin, 'x'.repeat(1025), ADMIN_PASSWORD))).toEqual(refused);
      expect(statusAndBody(await change(admin, NEXT, 'x'.repeat(1025)))).toEqual(refused);
    });

    it('doc3 §1.1: an account that is not to have a password can’t set one', async () => {
      const refused = [
        403,
        { error: 'password sign-in is not enabled for this account', code: 'password_not_enabled' },
      ];
      expect(statusAndBody(await change(ana, NEXT))).toEqual(refused);
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ has_password: false });
    });

    it('doc3 §1.1: an account that was deleted meanwhile is 404', async () => {
      const input = { next: Secret.of(NEXT), current: Secret.of('') };
      const gone = { userId: 900_099, deviceId: ana.deviceId, session: Secret.of(ana.token ?? '') };
      expect(await errorOf(app.get(PasswordChangeService).change(gone, input))).toMatchObject({
        status: 404,
        safeText: 'user not found',
      });
    });
  });

  describe('what is made', () => {
    beforeAll(open);

    beforeEach(async () => {
      admin = await app.startOver();
      ana = await app.invite('ana');
    });

    afterAll(() => app.close());

    it('doc3 §1.1: the new one signs in from then on, and the old one no more', async () => {
      expect(statusAndBody(await change(admin, NEXT, ADMIN_PASSWORD))).toEqual([200, { status: 'ok' }]);
      expect((await signIn('admin', NEXT)).status).toBe(200);
      expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(401);
    });

    it('security 12: doc3 §1.1: every other device of the account is signed out, and no other account’s', async () => {
      const other = await app.login('admin', ADMIN_PASSWORD);
      await change(admin, NEXT, ADMIN_PASSWORD);
      expect((await other.get('/api/auth/me')).status).toBe(401);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: other.refreshToken })).status).toBe(401);
      expect((await admin.get('/api/auth/me')).status).toBe(200);
      expect((await ana.get('/api/auth/me')).status).toBe(200);
      const { body } = await admin.get('/api/admin/devices');
      expect(new Set((body as { id: string }[]).map(({ id }) => id))).toEqual(new Set([admin.deviceId, ana.deviceId]));
    });

    it('doc3 §1.1: the first password of an account needs no current one; the second does', async () => {
      await enable();
      expect((await change(ana, NEXT)).status).toBe(200);
      expect((await ana.get('/api/auth/me')).body).toMatchObject({ has_password: true });
      expect((await signIn('ana', NEXT)).status).toBe(200);
      expect((await change(ana, 'another password')).status).toBe(403);
    });

    it('doc3 §1.9: an invitation lets somebody who forgot sign in again, once passwords were switched off and on', async () => {
      await enable();
      await change(ana, NEXT);
      await admin.patch(`/api/admin/users/${ana.userId}/auth-methods`, { password_enabled: false });
      await enable();
      const again = await app.invite('ana');
      expect((await change(again, 'another password')).status).toBe(200);
      expect((await signIn('ana', 'another password')).status).toBe(200);
    });

    it('what was judged must still hold after hashing: of two changes at once one is made', async () => {
      const answers = await Promise.all([
        change(admin, NEXT, ADMIN_PASSWORD),
        change(admin, 'another password', ADMIN_PASSWORD),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const signIns = [await signIn('admin', NEXT), await signIn('admin', 'another password')];
      expect(signIns.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it('security 12: a device that was revoked while its change was under way changes nothing', async () => {
      const stolen = await app.login('admin', ADMIN_PASSWORD);
      await admin.delete(`/api/admin/devices/${stolen.deviceId}`);
      const input = { next: Secret.of(NEXT), current: Secret.of(ADMIN_PASSWORD) };
      expect(
        await errorOf(
          app.get(PasswordChangeService).change({ ...stolen, session: Secret.of(stolen.token ?? '') }, input),
        ),
      ).toMatchObject({ status: 401 });
      expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    });

    it('security 24: doc3 §0: guesses draw on the budget that signing in draws on', async () => {
      await app.clock.leap(61_000);
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess += 1) statuses.push((await change(admin, NEXT, `guess ${guess}`)).status);
      for (let more = 0; more < 4; more += 1) statuses.push((await signIn('nobody', 'guess')).status);
      expect(new Set(statuses)).toEqual(new Set([403, 401]));
      expect((await change(admin, NEXT, ADMIN_PASSWORD)).status).toBe(429);
      expect((await signIn('admin', ADMIN_PASSWORD)).status).toBe(429);
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { AppError } from '../../../src/core/errors/app-error.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { AccountsService } from '../../../src/modules/auth/accounts/accounts.service.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { ACCOUNT_REMOVAL, AccountRemoved } from '../../../src/modules/users/users.public.js';
import { actingAdministrator } from '../../harness/acting-administrator.js';
import { errorOf } from '../../harness/error-of.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const DAY = 24 * 60 * 60_000;

/** What a module has to say once an account is gone. */
class WorkEnded {}

describe('administration of people', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    ana = await app.invite('ana');
  });

  afterAll(() => app.close());

  const userNames = (of = app): Promise<string[]> =>
    of
      .get(Database)
      .read(async (tx) => (await tx.find(UserRow, { order: { id: 'ASC' } })).map(({ username }) => username));
  const promote = (session: Session): Promise<unknown> =>
    app.get(Database).write((tx) => tx.update(UserRow, { id: session.userId }, { role: 'admin' }));
  const remove = (userId: unknown, by: Session = admin): Promise<Answer> =>
    by.delete(`/api/admin/users/${String(userId)}`);

  describe('devices', () => {
    it('doc3 §1.5: are listed for all accounts, the one seen last first, and revoked ones are not', async () => {
      await app.clock.advance(1000);
      const later = await app.login('admin', ADMIN_PASSWORD);
      await app.clock.advance(1000);
      const gone = await app.invite('ben');
      await admin.delete(`/api/admin/devices/${gone.deviceId}`);

      const answer = await admin.get('/api/admin/devices');
      expect(answer.status).toBe(200);
      const rows = answer.body as { id: string }[];
      expect(rows.map(({ id }) => id).slice(0, 1)).toEqual([later.deviceId]);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([admin.deviceId, ana.deviceId, later.deviceId]));
      const signedInAt = new Date(app.clock.now() - 2000).toISOString();
      expect(rows.find(({ id }) => id === ana.deviceId)).toEqual({
        id: ana.deviceId,
        user_id: ana.userId,
        username: 'ana',
        device_name: "ana's device",
        created_at: signedInAt,
        last_seen_at: signedInAt,
      });
    });

    it('doc1 §4: only connected ones are listed and counted: 90 days after its last refresh a device is none', async () => {
      const ids = async (): Promise<string[]> =>
        ((await admin.get('/api/admin/devices')).body as { id: string }[]).map(({ id }) => id);
      const countOf = async (userId: number): Promise<unknown> =>
        ((await admin.get('/api/admin/users')).body as { id: number; device_count: number }[]).find(
          ({ id }) => id === userId,
        )?.device_count;
      await app.clock.leap(DAY);
      admin = await app.refresh(admin);

      await app.clock.leap(89 * DAY - 1);
      await app.get(JobRunner).runNow('auth.purge-tokens');
      admin = await app.refresh(admin);
      expect(await ids()).toEqual([admin.deviceId, ana.deviceId]);

      await app.clock.leap(1);
      await app.get(JobRunner).runNow('auth.purge-tokens');
      expect(await ids()).toEqual([admin.deviceId]);
      expect([await countOf(admin.userId), await countOf(ana.userId)]).toEqual([1, 0]);
      expect(statusAndBody(await admin.delete(`/api/admin/devices/${ana.deviceId}`))).toEqual([
        404,
        refusedWith('device not found'),
      ]);
    });

    it('doc3 §1.5: an unknown device, and one that is revoked already, is 404', async () => {
      await admin.delete(`/api/admin/devices/${ana.deviceId}`);
      for (const id of [ana.deviceId, 'nothing', '%00', 'a%2Fb', "'%20OR%201=1"]) {
        expect(statusAndBody(await admin.delete(`/api/admin/devices/${id}`))).toEqual([
          404,
          refusedWith('device not found'),
        ]);
      }
    });

    it('doc3 §1.10: only administrators see and revoke them', async () => {
      const denied = [403, refusedWith('permission denied')];
      expect(statusAndBody(await ana.get('/api/admin/devices'))).toEqual(denied);
      expect(statusAndBody(await ana.delete(`/api/admin/devices/${ana.deviceId}`))).toEqual(denied);
      expect(statusAndBody(await ana.delete('/api/admin/devices/nothing'))).toEqual(denied);
      expect((await app.http.get('/api/admin/devices')).status).toBe(401);
    });
  });

  describe('deleting an account', () => {
    it('doc3 §5.2: takes it away, and its name may be given to somebody else', async () => {
      expect(statusAndBody(await remove(ana.userId))).toEqual([200, { status: 'deleted' }]);
      expect(await userNames()).toEqual(['admin']);
      expect((await app.invite('ana')).userId).toBeGreaterThan(ana.userId);
    });

    it('doc3 §5.2: nobody deletes their own account', async () => {
      expect(statusAndBody(await remove(admin.userId))).toEqual([
        400,
        { error: 'cannot delete own account', code: 'own_account' },
      ]);
      expect(await userNames()).toEqual(['admin', 'ana']);
    });

    it('doc3 §5.2: an unknown account is 404, an id that is none is 400', async () => {
      expect(statusAndBody(await remove(99))).toEqual([404, { error: 'user not found', code: 'user_not_found' }]);
      for (const id of ['x', '0', '-1', '1.5', '01', '9'.repeat(20)]) {
        expect(statusAndBody(await remove(id))).toEqual([400, refusedWith('invalid user ID')]);
      }
    });

    it('doc3 §5.2: an administrator may be deleted while another is left', async () => {
      await promote(ana);
      expect((await remove(ana.userId)).status).toBe(200);
    });

    it('doc3 §5.2: of two administrators who delete each other at once, both judged before, one is left', async () => {
      await promote(ana);
      const deletion = app.get(AccountsService);
      const faults = await Promise.all([
        errorOf(deletion.delete(ana.userId, actingAdministrator(app, admin))),
        errorOf(deletion.delete(admin.userId, actingAdministrator(app, ana))),
      ]);
      expect(faults[0]).toBeUndefined();
      expect(faults[1]).toMatchObject({ status: 401, safeText: 'unauthorized' });
      expect(await userNames()).toEqual(['admin']);
    });

    it('doc3 §1.10: only administrators delete', async () => {
      expect(statusAndBody(await remove(admin.userId, ana))).toEqual([403, refusedWith('permission denied')]);
      expect((await app.http.delete(`/api/admin/users/${ana.userId}`)).status).toBe(401);
      expect(await userNames()).toEqual(['admin', 'ana']);
    });

    it('asks every module that keeps rows of accounts, inside the same write, and publishes it afterwards', async () => {
      const seen: unknown[] = [];
      app.get(PortRegistry).register(ACCOUNT_REMOVAL, {
        accountRemoved: async (tx, userId, afterwards) => {
          seen.push(['asked', userId, await tx.existsBy(UserRow, { id: userId })]);
          afterwards(new WorkEnded());
        },
      });
      app.get(EventBus).on(WorkEnded, async () => {
        seen.push(['afterwards', await app.get(Database).read((tx) => tx.existsBy(UserRow, { id: ana.userId }))]);
      });
      app.get(EventBus).on(AccountRemoved, async ({ userId }) => {
        seen.push(['published', userId, await app.get(Database).read((tx) => tx.existsBy(UserRow, { id: userId }))]);
      });

      await remove(ana.userId);

      expect(seen).toEqual([
        ['asked', ana.userId, true],
        ['published', ana.userId, false],
        ['afterwards', false],
      ]);
    });
  });

  describe('deleting an account, where a module fails', () => {
    let own: App;

    beforeAll(async () => {
      own = await startApp();
    });

    afterAll(() => own.close());

    it('keeps the account, and says nothing, when one of them fails', async () => {
      const boss = await own.setUpAdmin();
      const ben = await own.invite('ben');
      const published: unknown[] = [];
      for (const type of [AccountRemoved, WorkEnded])
        own.get(EventBus).on<object>(type, (event) => void published.push(event));
      own.get(PortRegistry).register(ACCOUNT_REMOVAL, {
        accountRemoved: async (_tx, _userId, afterwards) => afterwards(new WorkEnded()),
      });
      own.get(PortRegistry).register(ACCOUNT_REMOVAL, {
        accountRemoved: () => Promise.reject(new AppError('busy', 503, 'temporarily unavailable, retry shortly')),
      });

      expect((await remove(ben.userId, boss)).status).toBe(503);
      expect(await userNames(own)).toEqual(['admin', 'ben']);
      expect(published).toEqual([]);
      expect((await ben.get('/api/auth/me')).status).toBe(200);
    });
  });
});

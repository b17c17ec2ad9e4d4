import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { SeriesProgressed } from '../../../src/modules/library/library.public.js';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.public.js';
import { RefreshTokenRow } from '../../../src/modules/users/tables/sign-in.entity.js';
import { DevicesRepository } from '../../../src/modules/users/users.public.js';
import { handshake, type LiveSocket } from '../../harness/live-socket.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';

const ENDED = { code: 1008, reason: 'the session has ended' };
const CHANGED = { code: 1012, reason: 'the account has changed, connect again' };
const TRY_AGAIN = { code: 1013, reason: 'temporarily unavailable, connect again' };

describe('security 12: access by an open WebSocket ends', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let socket: LiveSocket;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    ana = await app.invite('ana');
    socket = await app.live(ana);
  });

  afterEach(() => socket.close());

  afterAll(() => app.close());

  const knock = async ({ token }: Session, { url, secrets } = app): Promise<number> =>
    (await handshake({ url, secrets, token })).status;

  it('with the session: signed out', async () => {
    await ana.post('/api/auth/logout');
    expect(await socket.closed).toEqual(ENDED);
    expect(await knock(ana)).toBe(401);
  });

  it('with the device: revoked by an administrator, and no other device of the account', async () => {
    const other = await app.invite('ana');
    const second = await app.live(other);
    await admin.delete(`/api/admin/devices/${ana.deviceId}`);
    expect(await socket.closed).toEqual(ENDED);
    expect(await knock(ana)).toBe(401);
    expect(await knock(other)).toBe(101);
    await second.close();
  });

  it('with the account: deleted', async () => {
    await admin.delete(`/api/admin/users/${ana.userId}`);
    expect(await socket.closed).toEqual(ENDED);
    expect(await knock(ana)).toBe(401);
  });

  it('for other devices, with a new password', async () => {
    const elsewhere = await app.login('admin', ADMIN_PASSWORD);
    const [here, there] = [await app.live(admin), await app.live(elsewhere)];
    const body = { password: 'another good password', current_password: ADMIN_PASSWORD };
    expect((await admin.post('/api/auth/password', body)).status).toBeLessThan(300);
    expect(await there.closed).toEqual(ENDED);
    expect(here.socket.readyState).toBe(here.socket.OPEN);
    await here.close();
  });

  it('with a replayed refresh token, which revokes the device', async () => {
    const next = await app.refresh(ana);
    await app.clock.advance(50_000);
    const fresh = await app.live(next);
    await app.clock.advance(11_000);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: ana.refreshToken })).status).toBe(401);
    expect(await fresh.closed).toEqual(ENDED);
  });

  it('with the last refresh token of its device, which nobody has come back with', async () => {
    const bystander = await app.live(admin);
    const { deviceId } = ana;
    const ranOut = { expiresAt: app.clock.now() };
    await app.get(Database).write((tx) => tx.update(RefreshTokenRow, { deviceId }, ranOut));
    await app.get(JobRunner).runNow('auth.purge-tokens');
    expect(await socket.closed).toEqual(ENDED);
    expect(await knock(ana)).toBe(401);
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN);
    await bystander.close();
  });

  it('of an administrator, to begin anew, when they are one no more', async () => {
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' });
    expect(await socket.closed).toEqual(CHANGED);
    const before = await app.live(ana);
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'user' });
    expect(await before.closed).toEqual(CHANGED);
    expect(await knock(ana)).toBe(101);
    expect((await ana.get('/api/admin/users')).status).toBe(403);
  });

  it.each([
    ['role', '', { role: 'admin' }],
    ['ways to sign in', '/auth-methods', { password_enabled: true }],
  ])('to begin anew, when its %s is another', async (_, path, body) => {
    const bystander = await app.live(admin);
    expect((await admin.patch(`/api/admin/users/${ana.userId}${path}`, body)).status).toBe(200);
    expect(await socket.closed).toEqual(CHANGED);
    expect(await knock(ana)).toBe(101);
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN);
    await bystander.close();
  });

  it('within a minute, though the server was notified of nothing', async () => {
    const devices = app.get(DevicesRepository);
    await app.get(Database).write((tx) => devices.revoke(tx, ana.deviceId));
    await app.get(JobRunner).runNow('realtime.review-sessions');
    expect(await socket.closed).toEqual(ENDED);
  });

  it('before the next frame, though the server was notified of nothing', async () => {
    const devices = app.get(DevicesRepository);
    const bystander = await app.live(admin);
    await app.get(Database).write((tx) => devices.revoke(tx, ana.deviceId));
    await app.connectRadarr(admin);
    expect((await bystander.next()).type).toBe('config_changed');
    expect(await socket.closed).toEqual(ENDED);
    await expect(socket.next()).rejects.toThrow('ended before another frame');
    await bystander.close();
  });

  describe('where it can’t be judged', () => {
    let own: App;
    let open: LiveSocket;
    let caller: Session;

    beforeEach(async () => {
      own = await startApp();
      await own.setUpAdmin();
      caller = await own.invite('ana');
      open = await own.live(caller);
      await own.get(Database).close();
    });

    afterEach(() => own.close());

    it('doc3 §0: with "try again", never as a refusal, when it can’t be judged', async () => {
      await own.get(JobRunner).runNow('realtime.review-sessions');
      expect(await open.closed).toEqual(TRY_AGAIN);
      expect(await knock(caller, own)).toBe(503);
    });

    it.each([
      ['which title a library means', () => new SeriesProgressed('tv_manager-00ff00ff', 7)],
      ['which title a request was for', () => new RequestUpdated(7)],
    ])('doc3 §0: with "try again", when it can’t be found out %s', async (_, event) => {
      await own.get(EventBus).publish(event());
      await own.get(NotifierService).idle();
      expect(await open.closed).toEqual(TRY_AGAIN);
    });
  });
});

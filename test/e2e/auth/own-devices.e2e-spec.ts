import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserCookies } from '../../harness/browser-cookies.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';

const LIST = '/api/me/devices';
import { refusedWith } from '../../harness/refused-with.js';

const NOT_FOUND = [404, refusedWith('device not found')];

describe('issue 22: where am I signed in?', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeEach(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
  });

  afterEach(() => app.close());

  const remove = async (session: Session, id: string): Promise<readonly unknown[]> => {
    const { status, body } = await session.delete(`${LIST}/${id}`);
    return [status, body];
  };
  const idsOf = async (session: Session): Promise<readonly string[]> =>
    ((await session.get(LIST)).body as { id: string }[]).map(({ id }) => id);

  it('lists the caller’s own devices, the one seen last first, and says which one asks', async () => {
    await app.clock.leap(61_000);
    const second = await app.login('admin', ADMIN_PASSWORD);
    const answer = await second.get(LIST);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;
    const row = { device_name: 'harness', created_at: time, last_seen_at: time };
    expect(answer.body).toEqual([
      { ...row, id: second.deviceId, current: true },
      { ...row, id: admin.deviceId, current: false },
    ]);
    expect(await idsOf(ana)).toEqual([ana.deviceId]);
  });

  it('signs one of them out at once, the browser on it too, and it leaves the list', async () => {
    const second = await app.login('admin', ADMIN_PASSWORD);
    const browser = new BrowserCookies(app, app.http);
    await browser.call('POST', '/api/web/session', { body: { refresh_token: second.refreshToken } });
    expect(await remove(admin, second.deviceId)).toEqual([200, { status: 'revoked' }]);
    expect((await second.get('/api/auth/me')).status).toBe(401);
    expect((await browser.call('POST', '/api/web/session/refresh')).status).toBe(401);
    expect(await idsOf(admin)).toEqual([admin.deviceId]);
    expect(await remove(admin, second.deviceId)).toEqual(NOT_FOUND);
  });

  it('must-show 2, sign-out everywhere: each device in turn, the one that asks last', async () => {
    const second = await app.login('admin', ADMIN_PASSWORD);
    for (const id of [second.deviceId, admin.deviceId]) expect((await remove(admin, id))[0]).toBe(200);
    expect((await admin.get(LIST)).status).toBe(401);
    expect((await second.get(LIST)).status).toBe(401);
    expect((await ana.get(LIST)).status).toBe(200);
  });

  it('security 3: another account’s device, one that nobody has and no id at all are the same 404, for administrators too', async () => {
    for (const [session, id] of [
      [ana, admin.deviceId],
      [admin, ana.deviceId],
      [ana, '00000000-0000-4000-8000-000000000000'],
      [ana, 'x'],
    ] as const)
      expect(await remove(session, id)).toEqual(NOT_FOUND);
    expect((await admin.get('/api/auth/me')).status).toBe(200);
    expect(await idsOf(ana)).toEqual([ana.deviceId]);
  });

  it('invitations that were made on it and that nobody has used fall with it', async () => {
    const second = await app.login('admin', ADMIN_PASSWORD);
    await second.post('/api/admin/connect-token', { name: 'ben', server_url: app.url });
    expect((await admin.get('/api/admin/connect-tokens')).body).toHaveLength(1);
    await remove(admin, second.deviceId);
    expect((await admin.get('/api/admin/connect-tokens')).body).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient, type Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { ADMIN_PASSWORD, type App, type Session, startApp } from '../../harness/start-app.js';

const MINUTE = 60_000;
const FORGOTTEN = 'planted-forgotten-password';
const NEXT = 'planted-next-password';
const REFUSED = [403, { error: 'current password is wrong', code: 'wrong_current_password' }];

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly device_id: string;
}

describe('a connect link lets somebody who forgot a password set a new one', () => {
  let app: App;
  let admin: Session;
  /** A device that was signed in before. */
  let before: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    app.secrets.plant('forgotten password', FORGOTTEN);
    app.secrets.plant('next password', NEXT);
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    before = await app.invite('ana');
    await admin.patch(`/api/admin/users/${before.userId}/auth-methods`, { password_enabled: true });
    expect((await set(before, FORGOTTEN)).status).toBe(200);
    await app.clock.advance(61_000);
  });

  afterAll(() => app.close());

  const set = (by: HttpClient, password: string, current_password?: string): Promise<Answer> =>
    by.post('/api/auth/password', { password, current_password });
  const signIn = async (password: string): Promise<number> =>
    (await app.http.post('/api/auth/login', { username: 'ana', password })).status;
  const hasNot = async (): Promise<void> => expect(await signIn(FORGOTTEN)).toBe(200);

  it('doc3 §1.9, Decisions: redeemed, it sets a password without the current one, and signs the other devices out', async () => {
    const back = await app.invite('ana');
    expect(statusAndBody(await set(back, NEXT))).toEqual([200, { status: 'ok' }]);
    expect([await signIn(NEXT), await signIn(FORGOTTEN)]).toEqual([200, 401]);
    expect((await before.get('/api/auth/me')).status).toBe(401);
    expect((await back.get('/api/auth/me')).status).toBe(200);
  });

  it('doc3 Decisions: so does its session refreshed, until 15 minutes after the redemption', async () => {
    let back = await app.invite('ana');
    await app.clock.leap(8 * MINUTE);
    back = await app.refresh(back);
    await app.clock.leap(7 * MINUTE);
    back = await app.refresh(back);
    expect((await set(back, NEXT)).status).toBe(200);
  });

  it('doc3 Decisions: it does no more after that, whatever was refreshed in between', async () => {
    let back = await app.invite('ana');
    await app.clock.leap(14 * MINUTE);
    back = await app.refresh(back);
    await app.clock.leap(MINUTE + 1);
    expect(statusAndBody(await set(back, NEXT))).toEqual(REFUSED);
    await hasNot();
  });

  it('doc3 Decisions: a refresh whose answer was lost, asked again, keeps it; and it is used up once for all tokens', async () => {
    const back = await app.invite('ana');
    const [first, again] = [await app.refresh(back), await app.refresh(back)];
    expect((await set(first, NEXT)).status).toBe(200);
    for (const session of [again, first, back]) expect(statusAndBody(await set(session, FORGOTTEN))).toEqual(REFUSED);
    expect(statusAndBody(await set(await app.refresh(first), FORGOTTEN))).toEqual(REFUSED);
    expect(await signIn(NEXT)).toBe(200);
  });

  it('doc3 Decisions: of two calls at once one sets a password', async () => {
    const back = await app.invite('ana');
    const answers = await Promise.all([set(back, NEXT), set(back, 'another password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('doc3 Decisions: another device of the account has no part in it', async () => {
    await app.invite('ana');
    expect(statusAndBody(await set(before, NEXT))).toEqual(REFUSED);
    expect(statusAndBody(await set(await app.login('ana', FORGOTTEN), NEXT))).toEqual(REFUSED);
  });

  it('security 11: nor has another session on the same device, from before it or after it', async () => {
    const phone = { device_name: 'Phone', hardware_id: 'phone' };
    const begun = async (path: string, body: object): Promise<Tokens> =>
      (await app.http.post(path, { ...body, ...phone })).body as Tokens;
    const at = ({ access_token }: Tokens): HttpClient => new HttpClient(app.url, app.secrets, access_token);
    const login = (): Promise<Tokens> => begun('/api/auth/login', { username: 'ana', password: FORGOTTEN });

    const earlier = await login();
    const minted = await admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url });
    const token = new URL((minted.body as { link: string }).link).searchParams.get('token');
    const back = await begun('/api/auth/connect', { token });
    const later = await login();
    const refreshed = await begun('/api/auth/refresh', { refresh_token: earlier.refresh_token });
    expect(new Set([earlier, back, later, refreshed].map(({ device_id }) => device_id)).size).toBe(1);
    for (const session of [earlier, later, refreshed])
      expect(statusAndBody(await set(at(session), NEXT))).toEqual(REFUSED);
    expect((await set(at(back), NEXT)).status).toBe(200);
  });

  it('doc3 §1.1: a current password that is given and wrong is refused, and uses nothing up; nor does one that is too short', async () => {
    const back = await app.invite('ana');
    expect(statusAndBody(await set(back, NEXT, 'a guess'))).toEqual(REFUSED);
    expect((await set(back, 'short')).status).toBe(400);
    expect((await set(back, NEXT, '')).status).toBe(200);
  });

  it('doc3 §1.1: an account that is not to have a password sets none, by no link', async () => {
    await admin.patch(`/api/admin/users/${before.userId}/auth-methods`, { password_enabled: false });
    const back = await app.invite('ana');
    const refused = [403, { error: 'password sign-in is not enabled for this account', code: 'password_not_enabled' }];
    expect(statusAndBody(await set(back, NEXT))).toEqual(refused);
  });

  it('doc3 Decisions: an administrator comes back the same way', async () => {
    const back = await app.invite('admin');
    expect((await set(back, NEXT)).status).toBe(200);
    expect((await app.http.post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).status).toBe(401);
    expect((await app.login('admin', NEXT)).userId).toBe(admin.userId);
  });
});

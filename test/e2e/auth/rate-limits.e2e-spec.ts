import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BrowserCookies } from '../../harness/browser-cookies.js';
import type { Answer } from '../../harness/http-client.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const MINUTE = 60_000;
const LOGIN = { username: 'nobody', password: 'wrong password' };
const UNKNOWN = { refresh_token: 'A'.repeat(43) };

const times = async (count: number, call: (n: number) => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await call(n)).status);
  return statuses;
};
const all = (count: number, status: number): number[] => Array<number>(count).fill(status);

describe('security 24: rate limits', () => {
  let app: App;
  let session: Session;

  beforeAll(async () => {
    app = await startApp({ countsRefreshes: true });
    await app.setUpAdmin();
  });

  // A minute has passed, so that every budget is whole.
  beforeEach(async () => {
    session = await app.startOver();
  });

  afterAll(() => app.close());

  const logIn = (headers?: Record<string, string>): Promise<Answer> => app.http.post('/api/auth/login', LOGIN, headers);
  const refresh = (body: object, headers?: Record<string, string>): Promise<Answer> =>
    app.http.post('/api/auth/refresh', body, headers);

  it('doc3 §0: the eleventh sign-in within a minute is 429, with the text and Retry-After', async () => {
    expect(await times(10, () => logIn())).toEqual(all(10, 401));
    const answer = await logIn();
    expect([answer.status, answer.body]).toEqual([
      429,
      { error: 'too many requests, please try again later', code: 'too_many_requests' },
    ]);
    expect(answer.headers.get('retry-after')).toBe('60');
    await app.clock.advance(MINUTE);
    expect((await logIn()).status).toBe(401);
  });

  it('doc3 §0: setup, login and connect share one budget, whatever they answer', async () => {
    const connect = () => app.http.post('/api/auth/connect', {});
    const setUp = () => app.http.post('/api/auth/setup', { ...LOGIN, setup_code: 'wrong' });
    expect(await times(4, connect)).toEqual(all(4, 400));
    expect(await times(4, setUp)).toEqual(all(4, 409));
    expect(await times(2, () => logIn())).toEqual(all(2, 401));
    expect([(await connect()).status, (await setUp()).status, (await logIn()).status]).toEqual(all(3, 429));
  });

  it('doc3 §0: so do changing the password and naming an address at the hub', async () => {
    const rename = () => session.post('/api/auth/hub-email', { email: 'none' });
    const change = () => session.post('/api/auth/password', { password: 'short' });
    expect(await times(5, rename)).toEqual(all(5, 400));
    expect(await times(5, change)).toEqual(all(5, 400));
    expect([(await rename()).status, (await change()).status, (await logIn()).status]).toEqual(all(3, 429));
  });

  it('doc3 §0: status, me, logout and refresh are not touched by it', async () => {
    await times(10, () => logIn());
    expect((await logIn()).status).toBe(429);
    expect(await times(15, () => app.http.get('/api/auth/status'))).toEqual(all(15, 200));
    expect(await times(15, () => session.get('/api/auth/me'))).toEqual(all(15, 200));
    expect((await refresh({ refresh_token: session.refreshToken })).status).toBe(200);
    expect((await session.post('/api/auth/logout')).status).toBe(200);
  });

  it('decision on rate limits: ten refused refreshes a minute, then 429', async () => {
    expect(await times(10, () => refresh(UNKNOWN))).toEqual(all(10, 401));
    const answer = await refresh(UNKNOWN);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    await app.clock.advance(MINUTE);
    expect((await refresh(UNKNOWN)).status).toBe(401);
  });

  it('decision on rate limits: one stale device can’t lock a household out', async () => {
    await times(11, () => refresh(UNKNOWN));
    expect((await refresh({ refresh_token: session.refreshToken })).status).toBe(200);
    expect((await refresh(UNKNOWN)).status).toBe(429);
  });

  it('decision on rate limits: successful refreshes don’t count, and neither do calls without a token', async () => {
    let token = session.refreshToken;
    const next = async (): Promise<Answer> => {
      const answer = await refresh({ refresh_token: token });
      token = (answer.body as { refresh_token: string }).refresh_token;
      return answer;
    };
    expect(await times(25, next)).toEqual(all(25, 200));
    expect(await times(15, () => refresh({}))).toEqual(all(15, 400));
    expect(await times(10, () => refresh(UNKNOWN))).toEqual(all(10, 401));
  });

  it('issue 43 A6: the thirty-first refresh of a device within a minute is 429, in a browser too; others go on', async () => {
    const other = await app.invite('ana');
    const browser = new BrowserCookies(app, app.http);
    await browser.call('POST', '/api/web/session', { body: { refresh_token: session.refreshToken } });
    expect(await times(29, () => browser.call('POST', '/api/web/session/refresh'))).toEqual(all(29, 200));
    const answer = await browser.call('POST', '/api/web/session/refresh');
    expect([answer.status, answer.body]).toEqual([
      429,
      { error: 'too many requests, please try again later', code: 'too_many_requests' },
    ]);
    expect([answer.headers.get('retry-after'), answer.headers.get('set-cookie')]).toEqual(['60', null]);
    expect((await refresh({ refresh_token: other.refreshToken })).status).toBe(200);
    await app.clock.advance(MINUTE);
    expect((await browser.call('POST', '/api/web/session/refresh')).status).toBe(200);
  });

  it('a forged X-Forwarded-For neither helps nor harms: the connection’s address counts', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
      forwarded: 'for=1.1.1.1',
    });
    expect(await times(10, (n) => logIn(forged(n)))).toEqual(all(10, 401));
    expect((await logIn(forged(99))).status).toBe(429);
    expect((await logIn()).status).toBe(429);
  });
});

describe('security 24: rate limits behind a trusted proxy', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  });

  beforeEach(() => app.clock.leap(MINUTE));

  afterAll(() => app.close());

  const from = (address: string): Promise<Answer> =>
    app.http.post('/api/auth/login', LOGIN, { 'x-forwarded-for': address });

  it('the address that the proxy names counts, in any form, each with a budget of its own', async () => {
    expect(await times(10, () => from('192.0.2.1'))).toEqual(all(10, 401));
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('::ffff:192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(401);
  });

  it('what the client itself put in front of it is not believed', async () => {
    expect(await times(10, (n) => from(`203.0.113.${n}, 192.0.2.1`))).toEqual(all(10, 401));
    expect((await from('203.0.113.99, 192.0.2.1')).status).toBe(429);
  });
});

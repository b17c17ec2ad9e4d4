import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { BrowserCookies, setCookies, statusOfPageCall } from '../../harness/browser-cookies.js';
import { HttpClient, type Answer } from '../../harness/http-client.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const SESSION = '/api/web/session';
const REFRESH = `${SESSION}/refresh`;
const DAY = 24 * 60 * 60_000;

const NO_SESSION = [401, { error: 'there is no session in this browser', code: 'no_session' }];
const FOREIGN = [403, { error: 'only pages of this server may do this', code: 'foreign_page' }];
const INVALID = [401, { error: 'invalid refresh token', code: 'invalid_refresh_token' }];
const REVOKED = [401, { error: 'device has been revoked', code: 'device_revoked' }];

interface Opened {
  readonly access_token: string;
  readonly device_id: string;
}

const outcome = ({ status, body }: Answer): readonly unknown[] => [status, body];

describe('issue 22 must-show 2, design of the web app §5: the session of a browser', () => {
  let app: App;
  let admin: Session;
  let browser: BrowserCookies;

  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    browser = new BrowserCookies(app, app.http);
  });

  afterEach(() => void vi.restoreAllMocks());

  afterAll(() => app.close());

  const open = (token = admin.refreshToken, tab = browser): Promise<Answer> =>
    tab.call('POST', SESSION, { body: { refresh_token: token } });
  const refresh = (tab = browser): Promise<Answer> => tab.call('POST', REFRESH);
  const opened = async (answering: Promise<Answer>): Promise<Opened> => {
    const answer = await answering;
    expect(answer.status).toBe(200);
    return answer.body as Opened;
  };
  const me = async (token: string): Promise<number> =>
    (await app.http.get('/api/auth/me', { authorization: `Bearer ${token}` })).status;
  const plainRefresh = (refresh_token: string): Promise<Answer> =>
    app.http.post('/api/auth/refresh', { refresh_token });

  describe('what is exchanged', () => {
    it('answers access token, account and device, and no refresh token in any body', async () => {
      const answer = await open();
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { access_token: token } = await opened(Promise.resolve(answer));
      expect(answer.body).toEqual({
        access_token: token,
        user: expect.objectContaining({ username: 'admin' }) as unknown,
        device_id: admin.deviceId,
      });
      expect(await me(token)).toBe(200);
      const next = await refresh();
      expect(Object.keys(next.body as object).sort()).toEqual(['access_token', 'device_id', 'user']);
      for (const { text } of [answer, next]) expect(text).not.toContain(browser.valueOf('usher_'));
    });

    it('sets both cookies for this installation, away from scripts, other sites and other paths', async () => {
      const { headers } = await open();
      expect(setCookies(headers)).toEqual([
        {
          name: expect.stringMatching(/^usher_[0-9a-f]{8}$/) as unknown,
          value: expect.stringMatching(/^[\w-]{43}(?:\.[\w-]+){3}$/) as unknown,
          attributes: [`path=${E2E_BASE_PATH}/api/web`, 'max-age=7776000', 'httponly', 'samesite=strict'],
        },
        {
          name: expect.stringMatching(/^usher_pictures_[0-9a-f]{8}$/) as unknown,
          value: expect.stringMatching(/^[0-9a-f-]{36}\.\d+\.[\w-]{43}$/) as unknown,
          attributes: [`path=${E2E_BASE_PATH}/api/pictures`, 'max-age=86400', 'httponly', 'samesite=strict'],
        },
      ]);
    });

    it('two servers of one host call their cookies by other names, and each keeps its own', async () => {
      const other = await startApp();
      try {
        const { refreshToken } = await other.setUpAdmin();
        const names = [await open(), await refresh()].map(({ headers }) => setCookies(headers)[0]?.name);
        const elsewhere = new BrowserCookies(other, other.http);
        const answer = await elsewhere.call('POST', SESSION, { body: { refresh_token: refreshToken } });
        expect(names[1]).toBe(names[0]);
        expect(setCookies(answer.headers)[0]?.name).not.toBe(names[0]);
      } finally {
        await other.close();
      }
    });

    it('cookies are Secure where a trusted proxy says HTTPS', async () => {
      const headers = { 'x-forwarded-proto': 'https', origin: new URL(app.url).origin.replace('http:', 'https:') };
      const answer = await browser.call('POST', SESSION, { body: { refresh_token: admin.refreshToken }, headers });
      expect(setCookies(answer.headers).map(({ attributes }) => attributes.includes('secure'))).toEqual([true, true]);
    });

    it('uses the token and its successor up in one write: neither is good for a repeat, and both end the device', async () => {
      const { access_token: token } = await opened(open());
      expect(outcome(await plainRefresh(admin.refreshToken))).toEqual(REVOKED);
      expect(await me(token)).toBe(401);
      expect(outcome(await refresh())).toEqual(INVALID);
    });

    it('a successor that somebody had a moment before is used up, too', async () => {
      const seen = ((await plainRefresh(admin.refreshToken)).body as { refresh_token: string }).refresh_token;
      await opened(open());
      expect(outcome(await plainRefresh(seen))).toEqual(REVOKED);
    });

    it('a lost answer to the exchange leads to the sign-in: the same token is refused', async () => {
      await opened(open(admin.refreshToken, browser.copy()));
      expect(outcome(await open())).toEqual(REVOKED);
      expect(browser.all).toBe('');
    });

    it('without a refresh token it is 400', async () => {
      const refused = [400, { error: 'refresh_token required', code: 'required', params: { name: 'refresh_token' } }];
      for (const body of [{}, { refresh_token: '' }, { refresh_token: 7 }])
        expect(outcome(await browser.call('POST', SESSION, { body }))).toEqual(refused);
    });

    it('a token that nobody was given is 401 and sets nothing', async () => {
      const answer = await open('A'.repeat(43));
      expect([outcome(answer), setCookies(answer.headers)]).toEqual([INVALID, []]);
    });
  });

  describe('going on', () => {
    it('rotates the cookie, for 90 days from its last use', async () => {
      await opened(open());
      const first = browser.valueOf('usher_');
      for (let n = 0; n < 3; n += 1) {
        await app.clock.leap(90 * DAY - 1);
        await opened(refresh());
      }
      expect(browser.valueOf('usher_')).not.toBe(first);
      await app.clock.leap(90 * DAY);
      expect(outcome(await refresh())).toEqual(INVALID);
    });

    it('two tabs that refresh at once get the same cookie and an access token each', async () => {
      await opened(open());
      const other = browser.copy();
      const [one, two] = await Promise.all([opened(refresh()), opened(refresh(other))]);
      expect(browser.valueOf('usher_')).toBe(other.valueOf('usher_'));
      expect([await me(one.access_token), await me(two.access_token)]).toEqual([200, 200]);
      await opened(refresh(other));
    });

    it('a lost answer is asked for again within a minute', async () => {
      await opened(open());
      await opened(refresh(browser.copy()));
      await app.clock.advance(60_000);
      await opened(refresh());
    });

    it('a cookie that is used a second time later revokes the device', async () => {
      await opened(open());
      const stolen = browser.copy();
      const { access_token: token } = await opened(refresh());
      await app.clock.advance(60_001);
      expect(outcome(await refresh(stolen))).toEqual(REVOKED);
      expect(await me(token)).toBe(401);
    });

    it('without a cookie it is 401, however often, and counts against nobody', async () => {
      for (let n = 0; n < 12; n += 1) expect(outcome(await refresh())).toEqual(NO_SESSION);
      await opened(open());
      const stranger = new BrowserCookies(app, app.http);
      for (let n = 0; n < 12; n += 1) expect(outcome(await refresh(stranger))).toEqual(NO_SESSION);
    });

    it('two cookies of the name are none: one of them is somebody else’s', async () => {
      await opened(open());
      const name = /usher_[0-9a-f]{8}/.exec(browser.all)?.[0] ?? '';
      const cookie = `${name}=${'A'.repeat(43)}; ${browser.headerFor(REFRESH)}`;
      expect(outcome(await browser.call('POST', REFRESH, { headers: { cookie } }))).toEqual(NO_SESSION);
    });

    it('refused tokens count in the budget of refreshes, and good ones go on past it', async () => {
      await opened(open());
      for (let n = 0; n < 10; n += 1) expect((await open('A'.repeat(43))).status).toBe(401);
      expect((await open('A'.repeat(43))).status).toBe(429);
      expect((await plainRefresh('A'.repeat(43))).status).toBe(429);
      await opened(refresh());
    });

    it('a storage that fails is 503, and the cookie stays and is good afterwards', async () => {
      await opened(open());
      const before = browser.all;
      const fault = vi.spyOn(app.get(Database), 'write').mockRejectedValue(new Error('disk full'));
      const answers = [await refresh(), await browser.call('DELETE', SESSION)];
      expect(answers.map(({ status, headers }) => [status, setCookies(headers)])).toEqual([
        [503, []],
        [503, []],
      ]);
      expect(browser.all).toBe(before);
      fault.mockRestore();
      await opened(refresh());
    });

    it('an exchange that the storage fails leaves the token as good as before', async () => {
      const fault = vi.spyOn(app.get(Database), 'write').mockRejectedValue(new Error('disk full'));
      expect((await open()).status).toBe(503);
      fault.mockRestore();
      await opened(open());
    });
  });

  describe('signing out', () => {
    it('ends the device when the access token has run out, too, and takes the cookies back', async () => {
      const { access_token: token } = await opened(open());
      await app.clock.leap(16 * 60_000);
      expect(await me(token)).toBe(401);
      const other = browser.copy();
      const answer = await browser.call('DELETE', SESSION);
      expect([answer.status, answer.text, browser.all]).toEqual([204, '', '']);
      expect(setCookies(answer.headers).map(({ value, attributes }) => [value, attributes[1]])).toEqual([
        ['', 'max-age=0'],
        ['', 'max-age=0'],
      ]);
      expect(outcome(await refresh(other))).toEqual(INVALID);
    });

    it('a cookie that was used up signs its device out as well', async () => {
      await opened(open());
      const stale = browser.copy();
      const { access_token: token } = await opened(refresh());
      expect((await stale.call('DELETE', SESSION)).status).toBe(204);
      expect(await me(token)).toBe(401);
    });

    it('twice, without a cookie or with one of nobody is 204 each time', async () => {
      expect((await browser.call('DELETE', SESSION)).status).toBe(204);
      await opened(open());
      const cookie = browser.headerFor(SESSION).replace(/=.*/, `=${'A'.repeat(43)}`);
      for (const headers of [{ cookie }, { cookie: '' }, { cookie: 'usher_=x' }])
        expect((await browser.call('DELETE', SESSION, { headers })).status).toBe(204);
    });

    it('a device that an administrator revokes is refused at its next refresh', async () => {
      const ana = await app.invite('ana');
      await opened(open(ana.refreshToken));
      expect((await admin.delete(`/api/admin/devices/${ana.deviceId}`)).status).toBe(200);
      expect(outcome(await refresh())).toEqual(INVALID);
    });

    it('a new password signs the browsers of other devices out', async () => {
      const other = await app.login('admin', ADMIN_PASSWORD);
      await opened(open(other.refreshToken));
      const change = { password: 'another good password', current_password: ADMIN_PASSWORD };
      expect((await admin.post('/api/auth/password', change)).status).toBe(200);
      expect(outcome(await refresh())).toEqual(INVALID);
    });
  });

  describe('security 23: only pages of this server', () => {
    const calls = [
      ['POST', SESSION],
      ['POST', REFRESH],
      ['DELETE', SESSION],
    ] as const;
    const origin = (change: (url: URL) => void): string => {
      const url = new URL(app.url);
      change(url);
      return url.origin;
    };
    /** One of each kind; own-origin.spec.ts has the others. */
    const refused: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
      'a foreign origin': () => ({ origin: 'http://evil.example' }),
      'another port of the same host': () => ({ origin: origin((url) => (url.port = '1')) }),
      'an opaque origin': () => ({ origin: 'null' }),
      'no origin': () => ({ origin: '' }),
      'a form': () => ({ 'content-type': 'text/plain' }),
      'another site, as the browser says': () => ({ 'sec-fetch-site': 'cross-site' }),
      'plain HTTP while we were reached by HTTPS': () => ({ 'x-forwarded-proto': 'https' }),
    };

    it('what none of them sends is 403 on every route, and nothing happens to the session', async () => {
      await opened(open());
      for (const [name, says] of Object.entries(refused)) {
        const headers = says();
        for (const [method, path] of calls) {
          const body = method === 'POST' && path === SESSION ? '{"refresh_token":"x"}' : undefined;
          const answer = await browser.call(method, path, { body, headers });
          expect([name, path, ...outcome(answer), setCookies(answer.headers)]).toEqual([name, path, ...FOREIGN, []]);
        }
      }
      await opened(refresh());
    });

    it('it is refused before the cookie, the body or a budget is looked at', async () => {
      for (let n = 0; n < 20; n += 1) {
        const headers = { origin: 'http://evil.example', cookie: `usher_00000000=${'A'.repeat(43)}` };
        expect((await browser.call('POST', SESSION, { body: '{"broken', headers })).status).toBe(403);
      }
      expect((await open('A'.repeat(43))).status).toBe(401);
    });

    it('HTTPS that ends at a proxy is let in', async () => {
      await opened(open());
      const headers = { origin: new URL(app.url).origin.replace('http:', 'https:') };
      expect((await browser.call('POST', REFRESH, { headers })).status).toBe(200);
    });

    it('the external address is ours, also where the proxy changes Host', async () => {
      await admin.put('/api/admin/external-address', { external_url: 'https://usher.example' });
      await opened(open());
      const headers = { origin: 'https://usher.example' };
      expect((await browser.call('POST', REFRESH, { headers })).status).toBe(200);
      const other = { origin: 'https://usher.example:8443' };
      expect((await browser.call('POST', REFRESH, { headers: other })).status).toBe(403);
      await admin.put('/api/admin/external-address', { external_url: '' });
    });

    it('a page under the name that the client has asked for is ours', async () => {
      const json = { 'content-type': 'application/json', origin: 'http://films.lan:7676' };
      const status = (host: string): Promise<number> => statusOfPageCall(app, 'POST', REFRESH, { ...json, host });
      expect([await status('films.lan:7676'), await status('films.lan:7677')]).toEqual([401, 403]);
    });
  });

  it('security 4: no token is in the log, also of refusals', async () => {
    const { access_token: token } = await opened(open());
    const seen = [admin.refreshToken, token, ...browser.all.split('; ').map((pair) => pair.replace(/^[^=]*=/, ''))];
    await refresh(browser.copy());
    await browser.call('POST', REFRESH, { headers: { origin: 'http://evil.example' } });
    await browser.call('POST', SESSION, { body: `{"refresh_token":"${admin.refreshToken}"` });
    await open();
    await browser.call('DELETE', SESSION);
    const log = app.logLines.join('\n');
    expect(log).toContain('/api/web/session/refresh');
    expect(seen.filter((text) => log.includes(text))).toEqual([]);
  });

  it('BASE_PATH=/a/b: the cookies lie below it, and go on there', async () => {
    const below = await startApp({ env: { BASE_PATH: '/a/b' } });
    try {
      const session = await below.setUpAdmin();
      const host = new HttpClient(new URL(below.url).origin, below.secrets, undefined, '/a/b');
      const tab = new BrowserCookies(below, host);
      const body = { refresh_token: session.refreshToken };
      const answer = await tab.call('POST', '/a/b/api/web/session', { body });
      expect(setCookies(answer.headers).map(({ attributes }) => attributes[0])).toEqual([
        'path=/a/b/api/web',
        'path=/a/b/api/pictures',
      ]);
      const cookie = tab.all.split('; ')[0] ?? '';
      expect((await tab.call('POST', '/a/b/api/web/session/refresh', { headers: { cookie } })).status).toBe(200);
    } finally {
      await below.close();
    }
  });
});

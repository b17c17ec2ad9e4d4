import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { BrowserCookies } from '../../harness/browser-cookies.js';
import { limitContent } from '../../harness/kids-policy.js';
import { pathInsteadOfNetwork, statusOfRawPath } from '../../harness/picture-fixture.js';
import { type PictureNetworkPath, PICTURES } from '../../harness/picture-network-path.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const JPEG = PICTURES['image/jpeg'];
const WEBP = PICTURES['image/webp'];
const NOT_FOUND = [404, { error: 'image not found', code: 'picture_not_found' }];
const DAY = 24 * 60 * 60_000;
const MIB = 1024 * 1024;

/** What each source shows under our path, and where it comes from. */
const SOURCES = [
  ['tmdb/w342/aBc.jpg', 'image.tmdb.org', '/t/p/w342/aBc.jpg', 'private, max-age=31536000, immutable'],
  ['lists/walter-r2.trakt.tv/images/a.jpg', 'walter-r2.trakt.tv', '/images/a.jpg', 'private, max-age=86400'],
  ['books/books/330102/cover.jpg', 'assets.hardcover.app', '/books/330102/cover.jpg', 'private, max-age=86400'],
] as const;

describe('design of the web app §5, Pictures', () => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let browser: BrowserCookies;
  let host: FakeServer;
  let networkPath: PictureNetworkPath;
  let drawn = 0;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
    browser = await browserOf(ana);
    host = await new FakeServer().start();
  });

  beforeEach(() => {
    networkPath = pathInsteadOfNetwork(app, host);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    host.recover();
    host.forgetCalls();
  });

  afterAll(async () => {
    await host.stop();
    await app.close();
  });

  async function browserOf({ refreshToken }: Session): Promise<BrowserCookies> {
    const made = new BrowserCookies(app, app.http);
    const answer = await made.call('POST', '/api/web/session', { body: { refresh_token: refreshToken } });
    expect(answer.status).toBe(200);
    return made;
  }

  /** A poster that no other test has asked for. */
  function poster(body: Buffer = JPEG, type = 'image/jpeg'): string {
    drawn += 1;
    host.route(`GET /t/p/w92/poster${drawn}.jpg`, () => ({ body, headers: { 'content-type': type } }));
    return `/api/pictures/tmdb/w92/poster${drawn}.jpg`;
  }

  const shown = (path: string, cookie = browser.headerFor(path)): Promise<Response> =>
    fetch(app.url + path, { headers: { cookie } });
  /** The picture is read to its end: a server that stops waits for who still reads. */
  const statusOf = async (path: string, cookie?: string): Promise<number> => {
    const answer = await shown(path, cookie);
    await answer.arrayBuffer();
    return answer.status;
  };

  it.each(SOURCES)('%s comes from %s, by the cookie of pictures alone', async (path, from, target, caching) => {
    host.route(`GET ${target}`, () => ({ body: WEBP, headers: { 'content-type': 'image/webp', 'set-cookie': 'a=b' } }));
    const answer = await shown(`/api/pictures/${path}?x=1`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(WEBP);
    const header = (name: string): string | null => answer.headers.get(name);
    expect([header('content-type'), header('content-length'), header('cache-control')]).toEqual([
      'image/webp',
      String(WEBP.length),
      caching,
    ]);
    expect([header('cross-origin-resource-policy'), header('x-content-type-options'), header('set-cookie')]).toEqual([
      'same-origin',
      'nosniff',
      null,
    ]);
    expect(networkPath.dialled).toEqual([{ host: from, port: '443' }]);
    const [call] = host.calls();
    expect(call).toMatchObject({ path: target, query: {} });
    expect(Object.keys(call?.headers ?? {})).toEqual(
      expect.not.arrayContaining(['authorization', 'cookie', 'referer']),
    );
  });

  it('a bearer opens them as well, and one that is refused is not made up for by the cookie', async () => {
    const path = poster();
    expect((await ana.get(path)).status).toBe(200);
    const headers = { authorization: `Bearer ${'A'.repeat(43)}`, cookie: browser.headerFor(path) };
    expect((await app.http.get(path, headers)).status).toBe(401);
  });

  it('is fetched once for everybody, also when many ask at once, and again after a day', async () => {
    const path = poster();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(path)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await admin.get(path)).status).toBe(200);
    expect(host.calls()).toHaveLength(1);
    await app.clock.leap(DAY);
    admin = await app.refresh(admin);
    expect((await admin.get(path)).status).toBe(200);
    expect(host.calls()).toHaveLength(2);
    ana = await app.invite('ana');
    browser = await browserOf(ana);
  });

  it('at most 32 MiB are kept: the least recently shown go first', async () => {
    const large = Buffer.concat([JPEG, Buffer.alloc(7 * MIB)]);
    const paths = Array.from({ length: 5 }, () => poster(large));
    for (const path of paths) expect(await statusOf(path)).toBe(200);
    host.forgetCalls();
    expect([await statusOf(paths[4] ?? ''), host.calls().length]).toEqual([200, 0]);
    expect([await statusOf(paths[0] ?? ''), host.calls().length]).toEqual([200, 1]);
  });

  it.each([
    'tmdb/original/a.jpg',
    'tmdb/w300/a.jpg',
    'tmdb/w92/a.svg',
    'tmdb/w92/a.txt',
    'tmdb/w92/a%2fb.jpg',
    'tmdb/w92/..%2fa.jpg',
    'tmdb/w92/%2e%2e',
    'tmdb/w92/a.jpg%00',
    'tmdb/w92/https:%2f%2fevil.example%2fa.jpg',
    'tmdb/w92/a/b.jpg',
    'tmdb//a.jpg',
    'lists/evil.example/images/a.jpg',
    'lists/walter-r2.trakt.tv/users/me',
    'books/%2e%2e/v1/graphql',
    'books/a%3Fx=1',
    'others/a.jpg',
  ])('security 7, 8: %s is 404, and nobody is dialled', async (path) => {
    expect(await statusOfRawPath(app, ana, `/api/pictures/${path}`)).toBe(404);
    expect(networkPath.dialled).toEqual([]);
  });

  it('security 8, 22: what is no raster picture is 502, a host that has none 404, which is believed for five minutes', async () => {
    expect(await statusOf(poster(Buffer.from('<svg/>'), 'image/svg+xml'))).toBe(502);
    expect(await statusOf(poster(Buffer.from('<script/>')))).toBe(502);
    const path = '/api/pictures/tmdb/w92/gone.jpg';
    const answers = [await ana.get(path), await ana.get(path)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([NOT_FOUND, NOT_FOUND]);
    expect(host.calls().filter((call) => call.path.endsWith('gone.jpg'))).toHaveLength(1);
  });

  it('a fault of the host is 502 and not kept', async () => {
    const path = poster();
    host.fail(`GET ${path.replace('/api/pictures/tmdb', '/t/p')}`, 503);
    expect(await statusOf(path)).toBe(502);
    host.recover();
    expect(await statusOf(path)).toBe(200);
  });

  it('a kids account sees them: addresses are only in answers that were cut for it', async () => {
    const kid = await app.invite('kid');
    await limitContent(admin, kid);
    const path = poster();
    expect(await statusOf(path, (await browserOf(kid)).headerFor(path))).toBe(200);
  });

  describe('the cookie', () => {
    it.each([
      ['none', () => ''],
      ['an empty one', (pass: string) => pass.replace(/=.*/, '=')],
      ['one for another device', (pass: string) => pass.replace(/=[0-9a-f]{8}/, '=00000000')],
      [
        'one with another expiry',
        (pass: string) => pass.replace(/\.(\d+)\./, (_, at: string) => `.${Number(at) + 1}.`),
      ],
      ['one with another seal', (pass: string) => pass.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
      ['one of another installation', (pass: string) => pass.replace(/_[0-9a-f]{8}=/, '_00000000=')],
      ['two of the name', (pass: string) => `${pass}; ${pass}`],
    ] as const)('%s is 401, and nobody is dialled', async (_, change) => {
      const path = poster();
      expect(await statusOf(path, change(browser.headerFor(path)))).toBe(401);
      expect(networkPath.dialled).toEqual([]);
    });

    it('is good for a day, and renewed by each refresh', async () => {
      const path = poster();
      const ben = await browserOf(await app.invite('ben'));
      const first = ben.headerFor(path);
      await app.clock.leap(DAY - 1);
      expect(await statusOf(path, first)).toBe(200);
      await ben.call('POST', '/api/web/session/refresh');
      await app.clock.leap(1);
      expect([await statusOf(path, first), await statusOf(path, ben.headerFor(path))]).toEqual([401, 200]);
    });

    it('ends with its device: revoked, signed out, its account deleted', async () => {
      await app.clock.leap(61_000);
      admin = await app.refresh(admin);
      const path = poster();
      const endings = [
        (session: Session) => admin.delete(`/api/admin/devices/${session.deviceId}`),
        (_: Session, its: BrowserCookies) => its.call('DELETE', '/api/web/session'),
        (session: Session) => admin.delete(`/api/admin/users/${session.userId}`),
      ];
      for (const [at, end] of endings.entries()) {
        const session = await app.invite(`leaving ${at}`);
        const its = await browserOf(session);
        const cookie = its.headerFor(path);
        expect(await statusOf(path, cookie)).toBe(200);
        expect((await end(session, its)).status).toBeLessThan(300);
        expect(await statusOf(path, cookie)).toBe(401);
      }
    });
  });

  it('covers of music are under the rules of their route: a member without a music manager has none', async () => {
    const path = '/api/pictures/music/7c9d2e10-0000-4aaa-8bbb-000000000001';
    const own = path.replace('/api/pictures/music', '/api/discover/music/artwork');
    await app.clock.leap(61_000);
    admin = await app.refresh(admin);
    const member = await app.invite('a member');
    expect([(await member.get(path)).status, (await member.get(own)).status]).toEqual([403, 403]);
    expect((await admin.get(path)).status).toBe((await admin.get(own)).status);
  });
});

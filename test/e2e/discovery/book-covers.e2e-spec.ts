import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { limitContent } from '../../harness/kids-policy.js';
import { type PictureNetworkPath, PICTURES } from '../../harness/picture-network-path.js';
import { pathInsteadOfNetwork, statusOfRawPath } from '../../harness/picture-fixture.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const HOST = 'assets.hardcover.app';
const PATH = 'books/330102/cover.jpg';
const KEY = `GET /${PATH}`;
const JPEG = PICTURES['image/jpeg'];
const cover = (path = PATH): string => `/api/discover/books/images/${path}`;

describe('doc2 §4 Books, doc4 §3.5: the relay of covers', () => {
  let app: App;
  let ana: Session;
  let admin: Session;
  let host: FakeServer;
  let networkPath: PictureNetworkPath;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
    host = await new FakeServer().start();
  });

  beforeEach(() => {
    networkPath = pathInsteadOfNetwork(app, host);
    host.route(KEY, () => ({ body: JPEG, headers: { 'content-type': 'image/jpeg', 'set-cookie': 'a=b' } }));
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

  const raw = (path: string): Promise<number> => statusOfRawPath(app, ana, path);

  it('a cover comes from the one host, with its type and for a day in anybody’s cache', async () => {
    const answer = await fetch(app.url + cover(), { headers: { authorization: `Bearer ${ana.token}` } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(JPEG);
    const header = (name: string): string | null => answer.headers.get(name);
    expect([header('content-type'), header('cache-control'), header('set-cookie')]).toEqual([
      'image/jpeg',
      'public, max-age=86400',
      null,
    ]);
    expect(networkPath.dialled).toEqual([{ host: HOST, port: '443' }]);
  });

  it('security 7, 8: no query and no header of a caller’s goes along, nor a credential of ours', async () => {
    expect((await ana.get(`${cover()}?url=https://evil.example&host=evil.example`)).status).toBe(200);
    expect(host.calls()).toMatchObject([{ path: `/${PATH}`, query: {} }]);
    expect(host.calls()[0]?.headers).not.toHaveProperty('authorization');
    expect(host.calls()[0]?.headers.host).toBe(HOST);
  });

  it.each([
    cover('%2e%2e/v1/graphql'),
    cover('%252e%252e/v1'),
    cover('..%2fv1'),
    cover('books/../../v1'),
    cover('/evil.example/a.jpg'),
    cover('https:%2f%2fevil.example%2fa.jpg'),
    cover('a@evil.example'),
    cover('books/a%3Fx=1'),
    cover('books/a%23x'),
    cover('books/a%0d%0aX:1'),
    cover('books/a%00.jpg'),
    cover('books%5ca.jpg'),
    cover('books//a.jpg'),
    cover('a'.repeat(513)),
  ])('security 7: %s is 404, and nobody is dialled', async (target) => {
    expect(await raw(target)).toBe(404);
    expect(networkPath.dialled).toEqual([]);
  });

  it.each([
    ['a cover that isn’t there', 404, 404],
    ['an error', 503, 502],
    ['a redirect', { status: 302, headers: { location: 'https://evil.example/' } }, 502],
    ['a drawing', { body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } }, 502],
    ['a page that calls itself a picture', { body: '<script/>', headers: { 'content-type': 'image/jpeg' } }, 502],
  ] as const)('security 8, 22: %s is %j', async (_, fault, status) => {
    host.fail(KEY, fault);
    expect((await ana.get(cover())).status).toBe(status);
    expect(networkPath.dialled).toHaveLength(1);
  });

  it('a kids account gets covers, since books carry no ratings', async () => {
    const kid = await app.invite('kid');
    await limitContent(admin, kid);
    expect((await kid.get(cover())).status).toBe(200);
  });

  it('without a session it is 401, and nobody is dialled', async () => {
    expect((await app.http.get(cover())).status).toBe(401);
    expect(networkPath.dialled).toEqual([]);
  });
});

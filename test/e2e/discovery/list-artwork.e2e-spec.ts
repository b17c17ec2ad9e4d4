import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { limitContent } from '../../harness/kids-policy.js';
import { type PictureNetworkPath, PICTURES } from '../../harness/picture-network-path.js';
import { pathInsteadOfNetwork, statusOfRawPath } from '../../harness/picture-fixture.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const PATH = 'images/movies/000/000/801/posters/thumb/demo.jpg.webp';
const KEY = `GET /${PATH}`;
const WEBP = PICTURES['image/webp'];
const NOT_FOUND = { status: 404, body: { error: 'image not found', code: 'picture_not_found' } };
const artwork = (host = 'walter-r2.trakt.tv', path = PATH): string => `/api/listprov/images/${host}/${path}`;

describe('doc2 §4, doc4 §3.5: the relay of the list provider’s artwork', () => {
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
    host.route(KEY, () => ({
      body: WEBP,
      headers: { 'content-type': 'image/webp', etag: '"7"', 'set-cookie': 'a=b' },
    }));
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

  it('a picture comes with its type, for a day in anybody’s cache, and is never taken for anything else', async () => {
    const answer = await fetch(app.url + artwork(), { headers: { authorization: `Bearer ${ana.token}` } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(WEBP);
    const header = (name: string): string | null => answer.headers.get(name);
    expect([header('content-type'), header('cache-control'), header('content-length')]).toEqual([
      'image/webp',
      'public, max-age=86400',
      String(WEBP.length),
    ]);
    expect([header('x-content-type-options'), header('set-cookie'), header('etag')]).toEqual(['nosniff', null, null]);
  });

  it('security 7, 8: what a caller adds as a query or a header stays here', async () => {
    const answer = await ana.get(`${artwork()}?url=https://evil.example&x=1`);
    expect(answer.status).toBe(200);
    expect(networkPath.dialled).toEqual([{ host: 'walter-r2.trakt.tv', port: '443' }]);
    expect(host.calls()).toMatchObject([{ path: `/${PATH}`, query: {} }]);
    expect(host.calls()[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    artwork('evil.example'),
    artwork('trakt.tv'),
    artwork('eviltrakt.tv'),
    artwork('walter-r2.trakt.tv:444'),
    artwork('evil.example%2f.trakt.tv'),
    artwork('evil.example%00.trakt.tv'),
    artwork('ana@walter-r2.trakt.tv'),
    artwork('%31%32%37.0.0.1'),
    artwork('walter-r2.trakt.tv', 'users/me'),
    artwork('walter-r2.trakt.tv', 'images'),
    artwork('walter-r2.trakt.tv', 'images/%2e%2e/users/me'),
    artwork('walter-r2.trakt.tv', 'images/%252e%252e/users'),
    artwork('walter-r2.trakt.tv', 'images/..%2fusers'),
    artwork('walter-r2.trakt.tv', 'images/../users/me'),
    artwork('walter-r2.trakt.tv', 'images//a.jpg'),
    artwork('walter-r2.trakt.tv', 'images/a%3Fx=1'),
    artwork('walter-r2.trakt.tv', 'images/a%23x'),
    artwork('walter-r2.trakt.tv', 'images/a%0d%0aX:1'),
    artwork('walter-r2.trakt.tv', `images/${'a'.repeat(506)}`),
  ])('security 7: %s is 404, and nobody is dialled', async (target) => {
    expect(await raw(target)).toBe(404);
    expect(networkPath.dialled).toEqual([]);
  });

  it.each(['images/%zz', 'images/%ff'])(
    'security 7: %s decodes to no text: 400 as on any route, nobody is dialled',
    async (path) => {
      expect([await raw(artwork('walter-r2.trakt.tv', path)), networkPath.dialled]).toEqual([400, []]);
    },
  );

  it('refused and absent read the same', async () => {
    expect(await ana.get(artwork('evil.example'))).toMatchObject(NOT_FOUND);
    host.fail(KEY, 404);
    expect(await ana.get(artwork())).toMatchObject(NOT_FOUND);
  });

  it.each([
    ['an error', 503],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
    ['a page', { body: '<script>alert(1)</script>', headers: { 'content-type': 'image/png' } }],
    ['a drawing', { body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } }],
    ['half a picture', 'cut-body'],
    ['nothing', 'reset'],
  ] as const)('security 8, 22: %s is 502', async (_, fault) => {
    host.fail(KEY, fault);
    const answer = await ana.get(artwork());
    expect([answer.status, answer.body]).toEqual([
      502,
      { error: 'image could not be fetched', code: 'picture_failed' },
    ]);
    expect(networkPath.dialled).toHaveLength(1);
  });

  it('a host that is slow is 502 after 15 seconds', async () => {
    host.fail(KEY, 'timeout');
    const asked = host.nextCall(KEY);
    const answer = ana.get(artwork());
    await asked;
    await app.clock.advance(15_000);
    expect((await answer).status).toBe(502);
  });

  it('a kids account gets the pictures of the rows that it is shown', async () => {
    const kid = await app.invite('kid');
    await limitContent(admin, kid);
    expect((await kid.get(artwork())).status).toBe(200);
  });

  it('without a session it is 401, and nobody is dialled', async () => {
    expect((await app.http.get(artwork())).status).toBe(401);
    expect(networkPath.dialled).toEqual([]);
  });
});

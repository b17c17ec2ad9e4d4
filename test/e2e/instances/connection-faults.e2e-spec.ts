import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../fakes/fake-server.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { TlsProxy } from '../../harness/tls-proxy.js';
import { candidate, connectionTestFailed } from './candidate.js';

const STATUS = 'GET /api/v3/system/status';
const LOGIN = '<!doctype html><title>Login</title>';

/** Something that takes connections and speaks no HTTP. */
async function listenWith(greeting: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(greeting, () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('issue 22: what is wrong with a connection', () => {
  let app: App;
  let admin: Session;
  let nobody: RadarrFake;
  let tls: TlsProxy;
  let mail: Server;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    nobody = await new RadarrFake().start();
    await nobody.leave();
    tls = await TlsProxy.before(app.radarr.url);
    mail = await listenWith('220 mail.example ESMTP\r\n');
  });

  afterEach(() => app.radarr.recover());

  afterAll(async () => {
    await Promise.all([nobody.stop(), tls.close(), new Promise((resolve) => mail.close(resolve))]);
    await app.close();
  });

  /** The fault and the text that a candidate meets, by a test and by its creation; both say the same. */
  async function met(fields: Readonly<Record<string, unknown>>): Promise<unknown> {
    const tested = await admin.post('/api/instances/test', candidate(app, fields));
    const created = await admin.post('/api/instances', candidate(app, fields));
    expect(tested.status).toBe(400);
    expect([created.status, created.body]).toEqual([400, tested.body]);
    const { error, fault } = tested.body as { readonly error: string; readonly fault: string };
    expect(error).toMatch(/^connection test failed: /);
    expect(tested.body).toEqual(connectionTestFailed(error.replace('connection test failed: ', ''), fault));
    return fault;
  }

  const ADDRESSES: readonly (readonly [string, () => Readonly<Record<string, unknown>>, string])[] = [
    ['nothing listens there', () => ({ url: nobody.url }), 'refused'],
    ['the certificate is not trusted', () => ({ url: `https://127.0.0.1:${tls.port}` }), 'tls'],
    ['https is typed and http is spoken', () => ({ url: app.radarr.url.replace('http:', 'https:') }), 'tls'],
    ['http is typed and https is spoken', () => ({ url: `http://127.0.0.1:${tls.port}` }), 'connection_failed'],
    ['something speaks no HTTP', () => ({ url: `http://127.0.0.1:${portOf(mail)}` }), 'not_the_app'],
    ['the key is wrong', () => ({ api_key: 'another-key' }), 'key_refused'],
    ['it is the TV manager', () => ({ url: app.sonarr.url, api_key: app.sonarr.apiKey }), 'wrong_app'],
    ['it is another service, which wants a key of its own', () => ({ url: app.tmdb.url }), 'key_refused'],
    ['the address has a path too many', () => ({ url: `${app.radarr.url}/films` }), 'not_the_app'],
  ];

  it.each(ADDRESSES)('%s', async (_, fields, fault) => {
    expect(await met(fields())).toBe(fault);
  });

  const ANSWERS: readonly (readonly [string, FakeFault, string])[] = [
    ['a key without rights', 403, 'key_refused'],
    ['a page of something else', { body: LOGIN, headers: { 'content-type': 'text/html' } }, 'not_the_app'],
    ['a status without a name', { body: { version: '5.0.0.0' } }, 'not_the_app'],
    ['a name that is no text', { body: { appName: { toLowerCase: 'Radarr' } } }, 'not_the_app'],
    ['not found', 404, 'not_the_app'],
    ['garbage', 'garbage', 'not_the_app'],
    ['an empty body', 'empty', 'not_the_app'],
    ['half a body', 'cut-body', 'connection_failed'],
    ['a reset', 'reset', 'connection_failed'],
    ['out of order', 503, 'status'],
    ['too many calls', 429, 'status'],
    ['a refusal', 400, 'status'],
    [
      'the same call below a path',
      { status: 307, headers: { location: '/radarr/api/v3/system/status?key=abc' } },
      'url_base_missing',
    ],
    [
      'a page to sign in at',
      { status: 302, headers: { location: 'https://login.example/?to=/system/status' } },
      'redirected',
    ],
    [
      'the same call by https',
      { status: 301, headers: { location: 'https://a.example/api/v3/system/status' } },
      'redirected',
    ],
    [
      'the same call at another host',
      { status: 301, headers: { location: '//a.example/x/system/status' } },
      'redirected',
    ],
    ['a redirect to nowhere', { status: 302 }, 'redirected'],
    ['a redirect into rubbish', { status: 302, headers: { location: '/%zz\\..//system/status%00' } }, 'redirected'],
  ];

  it.each(ANSWERS)('the answer is %s', async (_, answer, fault) => {
    app.radarr.fail(STATUS, answer, 2);
    expect(await met({})).toBe(fault);
  });

  it.each(['timeout', 'slow-headers', 'stalled-body'] as const)(
    'no whole answer within ten seconds: %s',
    async (how) => {
      const arrived = app.radarr.nextCall(STATUS);
      app.radarr.fail(STATUS, how);
      const late = admin.post('/api/instances/test', candidate(app));
      await arrived;
      await app.clock.advance(10_000);
      expect((await late).body).toMatchObject({ fault: 'timed_out' });
    },
  );

  it('what is wrong with the body itself has no fault: nothing was dialed', async () => {
    const { body } = await admin.post('/api/instances/test', candidate(app, { api_key: '' }));
    expect(body).toEqual({ error: 'api_key is required', code: 'required', params: { name: 'api_key' } });
  });
});

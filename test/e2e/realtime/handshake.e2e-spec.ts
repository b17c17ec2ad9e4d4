import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { HttpClient } from '../../harness/http-client.js';
import { handshake, LiveSocket, type HandshakeAnswer } from '../../harness/live-socket.js';
import { rawBytes, rawRequest } from '../../harness/raw-exchange.js';
import { SETUP_CODE, startApp, type App, type Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const UNKNOWN_TOKEN = 'A'.repeat(43);

type Knocking = Partial<Parameters<typeof handshake>[0]>;

describe('the handshake of /api/ws', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    admin = await app.setUpAdmin();
  });

  afterAll(() => app.close());

  const knock = (options: Knocking = {}): Promise<HandshakeAnswer> =>
    handshake({ url: app.url, secrets: app.secrets, token: admin.token, ...options });

  /** A handshake byte for byte, with what follows it. */
  const raw = (lines: readonly string[], rest = ''): Promise<string> =>
    rawBytes(app.url, `${[...lines, 'Host: usher', 'Connection: Upgrade'].join('\r\n')}\r\n\r\n${rest}`);

  const asked = (token = admin.token): string[] => [
    'Upgrade: websocket',
    `Sec-WebSocket-Key: ${KEY}`,
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Protocol: Bearer, ${token}`,
  ];

  it('doc3 §6: a session opens it with the subprotocol "Bearer, <token>", and only "Bearer" is echoed', async () => {
    const { status, headers } = await knock();
    expect([status, headers['sec-websocket-protocol']]).toEqual([101, 'Bearer']);
    expect(headers).not.toHaveProperty('sec-websocket-extensions');
    const socket = await app.live(admin);
    expect(socket.protocol).toBe('Bearer');
    await socket.close();
  });

  it.each([
    ['nothing', []],
    ['a word that is not Bearer', ['Basic', UNKNOWN_TOKEN]],
    ['Bearer alone', ['Bearer']],
    ['a token alone', [UNKNOWN_TOKEN]],
    ['the token first', [UNKNOWN_TOKEN, 'Bearer']],
    ['more than two words', ['Bearer', UNKNOWN_TOKEN, 'more']],
  ])('doc3 §6: 401 "missing auth" before the upgrade for %s', async (_, protocols) => {
    const { status, body, headers } = await knock({ protocols });
    expect([status, body]).toEqual([401, { error: 'missing auth', code: 'missing_auth' }]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('doc3 §6: there is no other way to authenticate', async () => {
    const headers = { authorization: `Bearer ${admin.token}` };
    expect(await knock({ protocols: [], headers })).toMatchObject({ status: 401, body: { error: 'missing auth' } });
    const path = `/api/ws?token=${admin.token}&access_token=${admin.token}`;
    expect(await knock({ protocols: [], path })).toMatchObject({ status: 401, body: { error: 'missing auth' } });
  });

  it.each([
    ['a token that nobody has', UNKNOWN_TOKEN],
    ['what is no token', 'short'],
  ])('doc3 §6: 401 "invalid token" before the upgrade for %s', async (_, token) => {
    expect(await knock({ token })).toMatchObject({ status: 401, body: { error: 'invalid token' } });
  });

  it('doc3 §6: a token that has expired is refused, and a session that began with it goes on', async () => {
    const socket = await app.live(admin);
    for (let minutes = 0; minutes < 16; minutes += 0.9) {
      const pinged = once(socket.socket, 'ping');
      await app.clock.advance(54_000);
      await pinged;
      // The pong is on its way before this answer is asked for, and both come over the same loop.
      socket.socket.ping();
      await once(socket.socket, 'pong');
    }
    expect(await knock()).toMatchObject({ status: 401, body: { error: 'invalid token' } });
    admin = await app.refresh(admin);
    expect(await knock()).toMatchObject({ status: 101 });
    await app.connectRadarr(admin);
    expect(await socket.next()).toEqual({ type: 'config_changed', data: {} });
    await socket.close();
  });

  it.each([
    ['frames that follow at once', '\x81\x80\x00\x00\x00\x00'],
    ['anything that follows at once', 'x'],
  ])('stack §12: %s are refused with the handshake, and nobody is let in', async (_, rest) => {
    const answer = await raw([`GET /api/ws HTTP/1.1`, ...asked()], rest);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain(
      '{"error":"nothing may be sent before the handshake is answered","code":"sent_before_handshake"}',
    );
  });

  it('stack §12: a client that sends frames without a session gets the refusal for the missing session', async () => {
    const answer = await raw([`GET /api/ws HTTP/1.1`, ...asked(UNKNOWN_TOKEN)], '\x81\x80\x00\x00\x00\x00');
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
  });

  it.each([
    ['without a key', ['Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['with a key that is none', ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']],
    ['of another version', ['Upgrade: websocket', 'Sec-WebSocket-Version: 12', `Sec-WebSocket-Key: ${KEY}`]],
  ])('RFC 6455 §4.2.1: a handshake %s is malformed', async (_, lines) => {
    const answer = await raw([`GET /api/ws HTTP/1.1`, ...lines]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('\r\nSec-WebSocket-Version: 13\r\n');
    expect(answer).toContain('{"error":"malformed WebSocket handshake","code":"malformed_handshake"}');
  });

  it.each(['/', '/api/wss', '/api/ws/', '/API/WS', '//api/ws', '/api/%77s', '/api/config', '/usher/api/ws'])(
    'security 5: %s is no place for a WebSocket',
    async (path) => {
      expect(await knock({ path })).toMatchObject({ status: 404, body: { error: 'not found' } });
    },
  );

  it('RFC 9110 §15.5.22: a plain GET is answered 426, signed in or not; other methods find nothing', async () => {
    for (const client of [app.http, admin]) {
      const { status, body, headers } = await client.get('/api/ws');
      expect([status, body]).toEqual([426, { error: 'connect with a WebSocket handshake', code: 'upgrade_required' }]);
      expect(headers.get('upgrade')).toBe('websocket');
      expect((await client.post('/api/ws', {})).status).toBe(404);
    }
  });

  it('stack §12: a client that offers another protocol is answered over HTTP as if it had not, body included', async () => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAA' };
    const get = await rawRequest(app.url, { method: 'GET', path: '/api/health', headers: offer });
    expect([get.status, get.text]).toEqual([200, '{"status":"ok"}']);
    const headers = { ...offer, authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'ada@example.org' });
    const post = await rawRequest(app.url, { method: 'POST', path: '/api/auth/hub-email', headers, body });
    expect(post.status).toBeLessThan(300);
    expect((await admin.get('/api/auth/me')).text).toContain('ada@example.org');
  });

  describe('doc3 §0 and §6: it is for pages of the same origin', () => {
    const host = (): string => new URL(app.url).host;

    it.each([
      ['the host that was asked', () => ({ origin: app.url })],
      ['that host over TLS', () => ({ origin: `https://${host().toUpperCase()}` })],
      [
        'the host that a trusted proxy was asked for',
        () => ({ origin: 'https://films.example', 'x-forwarded-host': 'films.example' }),
      ],
    ])('a page of %s may connect', async (_, headers) => {
      expect(await knock({ headers: headers() })).toMatchObject({ status: 101 });
    });

    it.each([
      ['another host', 'http://evil.example'],
      ['another port', 'http://127.0.0.1:1'],
      ['a sandbox', 'null'],
      ['a file', 'file://'],
      ['a host that only begins alike', 'http://127.0.0.1.evil.example'],
    ])('a page of %s may not, with whatever token', async (_, origin) => {
      for (const token of [admin.token, UNKNOWN_TOKEN])
        expect(await knock({ token, headers: { origin } })).toMatchObject({
          status: 403,
          body: { error: 'a page of another origin may not connect' },
        });
    });

    it('a page of the external address may connect, whatever host the proxy passes on', async () => {
      const headers = { origin: 'https://usher.example:8443' };
      expect((await knock({ headers })).status).toBe(403);
      await admin.put('/api/admin/external-address', { external_url: 'https://usher.example:8443' });
      expect((await knock({ headers })).status).toBe(101);
    });
  });

  it('leaves one line in the log for each, refused or not, without a word of what was sent', async () => {
    const before = app.logLines.length;
    await knock();
    await knock({ token: UNKNOWN_TOKEN });
    await knock({ path: '/elsewhere?token=planted' });
    const lines = app.logLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ msg, message }) => (msg ?? message) === 'request');
    expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/api/ws', 101],
      ['GET', '/api/ws', 401],
      ['GET', 'unmatched', 404],
    ]);
    expect(app.logLines.slice(before).join()).not.toMatch(/AAAA|planted/);
  });
});

describe('doc3 §10: BASE_PATH=/usher', () => {
  it('holds for the WebSocket too', async () => {
    const app = await startApp({ env: { BASE_PATH: '/usher' } });
    const host = new HttpClient(new URL(app.url).origin, app.secrets, undefined, '/usher');
    const body = { username: 'admin', password: 'a good password', setup_code: SETUP_CODE };
    const setUp = await host.post('/usher/api/auth/setup', body);
    const { access_token: token } = setUp.body as { access_token: string };
    const at = (path: string) => handshake({ url: host.url, secrets: app.secrets, token, path });
    expect((await at('/usher/api/ws')).status).toBe(101);
    for (const path of ['/api/ws', '/usherx/api/ws', '/usher//api/ws']) expect((await at(path)).status).toBe(404);
    expect((await host.get('/usher/api/ws')).status).toBe(426);
    await app.close();
  });
});

describe('doc3 §0: a fault while judging is 503, never 401', () => {
  it('before the upgrade, when the database is closed', async () => {
    const app = await startApp();
    const admin = await app.setUpAdmin();
    const open = { url: app.url, secrets: app.secrets, token: admin.token };
    const socket = await LiveSocket.open(open);
    await app.get(Database).close();
    const expected = { status: 503, body: refusedWith('temporarily unavailable, retry shortly') };
    expect(await handshake(open)).toMatchObject(expected);
    expect(await handshake({ ...open, headers: { origin: 'http://evil.example' } })).toMatchObject(expected);
    await socket.close();
    await app.close();
  });
});

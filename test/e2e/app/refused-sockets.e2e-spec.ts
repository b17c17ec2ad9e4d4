import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type App } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';

/** Of each kind; more than a thousand together. Source: security 36. */
const SOCKETS = 112;

const UPGRADE =
  'Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** What is refused, as it comes over the wire, and the status that it is answered with. */
const REFUSED: readonly (readonly [title: string, method: string, rest: string, status: number])[] = [
  ['CONNECT', 'CONNECT a:443', ' HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['TRACE', 'TRACE /', ' HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['TRACK', 'TRACK /', ' HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['bytes that are no HTTP', '\x16\x03\x01', '\r\n\r\n', 400],
  ['a request that names no host', 'GET /', ' HTTP/1.1\r\n\r\n', 400],
  ['headers that are too large', 'GET /', ` HTTP/1.1\r\nHost: a\r\nCookie: ${'c'.repeat(20_000)}\r\n\r\n`, 431],
  ['a WebSocket handshake without a session', 'GET /api/ws', ` HTTP/1.1\r\n${UPGRADE}\r\n`, 401],
  ['a WebSocket handshake where nothing is', 'GET /nowhere', ` HTTP/1.1\r\n${UPGRADE}\r\n`, 404],
  [
    'a body that is too large and doesn’t come',
    'POST /api/auth/refresh',
    ' HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n{',
    413,
  ],
];

describe('security 36: peers that say nothing more and never hang up', () => {
  let app: App;
  /** Both ends: the server's as it took them, ours as we hold them open. */
  let taken: Socket[];
  let held: Socket[];

  beforeAll(async () => {
    app = await startApp();
    app.server.on('connection', (socket: Socket) => taken.push(socket));
  });

  beforeEach(() => void ([taken, held] = [[], []]));

  afterEach(() => {
    for (const socket of held) socket.destroy();
  });

  afterAll(() => app.close());

  /** Connects one that never closes its own side, and sends this. */
  function hold(bytes: string): Socket {
    const { hostname, port } = new URL(app.url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    held.push(socket);
    socket.on('error', () => undefined);
    socket.write(bytes, 'latin1');
    return socket;
  }

  /** Resolves with the answer of one when the server is done with it. */
  async function answered(socket: Socket): Promise<string> {
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
    return Buffer.concat(parts).toString('latin1');
  }

  /** How many connections does the server have, once every one that it took and has done with is closed? */
  async function leftOpen(): Promise<number> {
    await Promise.all(taken.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));
    return promisify(app.server.getConnections.bind(app.server))();
  }

  it('what is refused is answered and leaves no descriptor behind, of more than a thousand', async () => {
    for (const [title, line, rest, status] of REFUSED) {
      const [method = '', path] = line.split(' ');
      const bytes = path === undefined ? line + rest : `${method} ${targetUnder(app.url, path)}${rest}`;
      const answers = await Promise.all(Array.from({ length: SOCKETS }, () => answered(hold(bytes))));
      const statuses = answers.map((answer) => answer.split(' ')[1]);
      expect([title, ...new Set(statuses)]).toEqual([title, String(status)]);
    }
    expect(await leftOpen()).toBe(0);
    expect(taken.length).toBeGreaterThanOrEqual(1_000);
  });

  it('security 28: requests that are sent far ahead of the answers leave none', async () => {
    const asked = `GET ${targetUnder(app.url, '/healthz')} HTTP/1.1\r\nHost: a\r\n\r\n`;
    await answered(hold(asked.repeat(100)).resume());
    expect(taken).toHaveLength(1);
    expect(await leftOpen()).toBe(0);
  });

  it('WebSocket sessions that don’t answer the close leave none two seconds after it', async () => {
    const session = await app.setUpAdmin();
    const handshake =
      `GET ${targetUnder(app.url, '/api/ws')} HTTP/1.1\r\n${UPGRADE}` +
      `Sec-WebSocket-Protocol: Bearer, ${session.token}\r\n\r\n`;
    const opened = Array.from({ length: 100 }, async () => {
      const socket = hold(handshake);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return [answer.toString('latin1').split(' ')[1], once(socket, 'data')] as const;
    });
    const sessions = await Promise.all(opened);
    expect(new Set(sessions.map(([status]) => status))).toEqual(new Set(['101']));
    const left = taken.filter((socket) => !socket.closed);
    await session.post('/api/auth/logout');
    await Promise.all(sessions.map(([, closing]) => closing));
    await app.clock.advance(2_000);
    app.server.closeIdleConnections();
    taken = left;
    expect(await leftOpen()).toBe(0);
  });
});

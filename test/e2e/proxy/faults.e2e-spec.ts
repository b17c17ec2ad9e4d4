import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { Session } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { OddUpstream } from './odd-upstream.js';
import { filmsOf, startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

const UNSAFE = [502, '{"error":"unsafe upstream response"}'];
const MEBIBYTE = 1024 * 1024;

describe('an instance that misbehaves', () => {
  let fixture: ProxyFixture;
  let odd: OddUpstream;
  let admin: Session;

  beforeAll(async () => {
    fixture = await startProxyFixture();
    admin = fixture.admin;
    odd = await new OddUpstream().start();
    const id = fixture.ids.tv_manager;
    await fixture.app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, { url: odd.url }));
  });

  beforeEach(async () => {
    fixture.fakes.movie_manager.recover();
    admin = await fixture.app.refresh(admin);
  });

  afterAll(async () => {
    await fixture.close();
    await odd.stop();
  });

  const films = () => fixture.raw(admin, { path: filmsOf(fixture) });
  const oddPath = (path: string) => `/api/instances/${fixture.ids.tv_manager}/${path}`;
  const asked = async (path = 'api/v3/series') => {
    const { status, text, headers } = await fixture.raw(admin, { path: oddPath(path) });
    return { outcome: [status, text], headers };
  };

  it.each(['reset', 'cut-body', 'garbage'] as const)('doc3 §4: %s ends in the opaque 502', async (fault) => {
    fixture.fakes.movie_manager.fail('GET /api/v3/movie', fault);
    const { status, text } = await films();
    expect([status, text]).toEqual(UNSAFE);
  });

  it('a slow body ends in the answer', async () => {
    fixture.fakes.movie_manager.fail('GET /api/v3/movie', 'slow-body');
    expect((await films()).text).toBe('[]');
  });

  it.each(['timeout', 'slow-headers'] as const)(
    'doc3 decisions, timeouts: %s ends in the opaque 502 after a minute',
    async (fault) => {
      fixture.fakes.movie_manager.fail('GET /api/v3/movie', fault);
      const arrived = fixture.fakes.movie_manager.nextCall('GET /api/v3/movie');
      const answer = films();
      await arrived;
      await fixture.app.clock.advance(60_000);
      const { status, text } = await answer;
      expect([status, text]).toEqual(UNSAFE);
    },
  );

  it('doc3 decisions, timeouts: TLS that isn’t agreed upon within ten seconds ends in the opaque 502', async () => {
    const silent = await new OddUpstream().start();
    const id = fixture.ids.book_manager;
    const url = silent.url.replace('http:', 'https:');
    await fixture.app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, { url }));
    const connected = silent.nextConnection();
    const answer = fixture.raw(admin, { path: `/api/instances/${id}/api/v1/author` });
    await connected;
    await settled();
    await fixture.app.clock.advance(10_000);
    const { status, text } = await answer;
    await silent.stop();
    expect([status, text]).toEqual(UNSAFE);
  });

  it('doc3 decisions, timeouts: the first byte is waited for from the last piece of the call’s body on', async () => {
    const { clock, url } = fixture.app;
    const end = new Promise<() => void>((ended) => {
      odd.script = (socket) =>
        socket.on('data', (piece) => {
          if (piece.includes('z')) ended(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
        });
    });
    const { hostname, port } = new URL(url);
    const headers = { authorization: `Bearer ${admin.token}`, 'content-length': '2' };
    const options = { hostname, port, path: E2E_BASE_PATH + oddPath('api/v3/series'), method: 'POST', headers };
    const call = request({ ...options, agent: false });
    const status = new Promise((head, fail) => {
      call.once('response', (response) => head(response.resume().statusCode)).once('error', fail);
    });
    const arrived = odd.nextArrival();
    call.write('a');
    await arrived;
    await clock.advance(50_000);
    call.end('z');
    const answer = await end;
    await clock.advance(50_000);
    answer();
    expect(await status).toBe(200);
  });

  it('doc3 §4: a body that falls silent ends in the opaque 502 after a minute', async () => {
    odd.script = (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[1,');
    const arrived = odd.nextArrival();
    const answer = asked();
    await arrived;
    await settled();
    await fixture.app.clock.advance(60_000);
    expect((await answer).outcome).toEqual(UNSAFE);
  });

  /** What has come has been read by now, and what follows from it has happened. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
  }

  it.each([
    ['a length that promises too much', '200 OK\nContent-Type: application/json\nContent-Length: 99', '{"a":1}'],
    [
      'a length that promises too little',
      '200 OK\nContent-Type: application/json\nContent-Length: 5',
      '{"apiKey":"x"}',
    ],
    ['two lengths', '200 OK\nContent-Type: application/json\nContent-Length: 7\nContent-Length: 2', '{"a":1}'],
    [
      'a length and chunks',
      '200 OK\nContent-Type: application/json\nContent-Length: 7\nTransfer-Encoding: chunked',
      '{"a":1}',
    ],
    ['broken chunks', '200 OK\nContent-Type: application/json\nTransfer-Encoding: chunked', '5\r\n[1\r\nzz\r\n'],
    ['two content types', '200 OK\nContent-Type: image/png\nContent-Type: application/json\nContent-Length: 2', '{}'],
    ['another protocol', '101 Switching Protocols\nConnection: Upgrade\nUpgrade: websocket', 'frames'],
    ['another protocol that it doesn’t name', '101 Switching Protocols', 'frames'],
    ['no HTTP', 'x', ''],
  ])('doc3 §4: %s ends in the opaque 502', async (_, head, body) => {
    odd.answers(head, body);
    expect((await asked()).outcome).toEqual(UNSAFE);
  });

  it('doc1 §4 proxy 8: trailers of an answer are dropped', async () => {
    const head = '200 OK\nContent-Type: application/json\nTrailer: X-Api-Key\nTransfer-Encoding: chunked';
    odd.answers(head, '2\r\n{}\r\n0\r\nX-Api-Key: planted\r\n\r\n');
    const { outcome, headers } = await asked();
    expect(outcome).toEqual([200, '{}']);
    expect(headers.trailer).toBeUndefined();
  });

  it('doc3 §4: 300 MB of JSON end in the opaque 502, announced or not, and the connection with them', async () => {
    odd.answers(`200 OK\nContent-Type: application/json\nContent-Length: ${300 * MEBIBYTE}`, '[', false);
    const closed = odd.nextClose();
    expect((await asked()).outcome).toEqual(UNSAFE);
    await closed;
    const block = Buffer.from(`${MEBIBYTE.toString(16)}\r\n${' '.repeat(MEBIBYTE)}\r\n`);
    let sent = 0;
    odd.script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = (): void => {
        while (sent < 300 && !socket.destroyed && socket.write(block)) sent += 1;
        sent += 1;
      };
      socket.on('drain', more);
      more();
    };
    const ended = odd.nextClose();
    expect((await asked()).outcome).toEqual(UNSAFE);
    await ended;
    expect(sent).toBeGreaterThanOrEqual(128);
    expect(sent).toBeLessThan(200);
  });

  it('doc3 §4: what can’t be judged any more once it is on its way is cut off, and not ended', async () => {
    let breakOff = (): void => undefined;
    odd.script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 100000\r\n\r\n');
      socket.write(Buffer.alloc(50_000, 7));
      breakOff = () => void socket.end();
    };
    const { hostname, port } = new URL(fixture.app.url);
    const outcome = await new Promise<string>((settle) => {
      const options = {
        hostname,
        port,
        path: E2E_BASE_PATH + oddPath('art.png'),
        headers: { authorization: `Bearer ${admin.token}` },
      };
      request({ ...options, agent: false }, (response) => {
        response
          .once('error', () => settle('cut'))
          .once('end', () => settle('ended'))
          .once('data', () => breakOff())
          .resume();
      }).end();
    });
    expect(outcome).toBe('cut');
  });

  it.each([
    ['before an answer', ''],
    [
      'inside of a body that is held',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[1,',
    ],
    [
      'inside of a body that is passed on',
      'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99\r\n\r\nenough to see',
    ],
  ])('doc3 §4: a caller who hangs up %s ends the call of the instance too, and logs no fault', async (_, bytes) => {
    const lines = fixture.app.logLines.length;
    odd.script = (socket) => void (bytes && socket.write(bytes));
    const arrived = odd.nextArrival();
    const { hostname, port } = new URL(fixture.app.url);
    const options = {
      hostname,
      port,
      path: E2E_BASE_PATH + oddPath('api/v3/series'),
      headers: { authorization: `Bearer ${admin.token}` },
    };
    const call = request({ ...options, agent: false }).on('error', () => undefined);
    call.end();
    await arrived;
    const closed = odd.nextClose();
    if (bytes.includes('image')) await new Promise((head) => call.once('response', head));
    call.destroy();
    await closed;
    await settled();
    expect(fixture.app.logLines.slice(lines).join('')).not.toContain('request failed');
  });

  it('doc3 §4: only the reason is logged, and nothing of what came', async () => {
    fixture.answer(() => ({ body: '{"apiKey":"planted-in-garbage"', headers: { 'content-type': 'application/json' } }));
    await films();
    const lines = fixture.app.logLines.filter((line) => line.includes('unsafe_upstream_response'));
    expect(lines.at(-1)).toContain('something other than JSON');
    expect(fixture.app.logLines.join('')).not.toContain('planted-in-garbage');
  });
});

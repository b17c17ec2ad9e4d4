import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog } from '../../core/logging/log.js';
import { SystemRandom } from '../../core/time/random.js';
import { refusalBodies } from './refusal-bodies.js';
import { refuseBeforeParsing } from './refused-requests.js';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\n';

/** Node looks every few milliseconds whether a millisecond has passed. */
const IMPATIENT = { connectionsCheckingInterval: 5, headersTimeout: 1, requestTimeout: 1 };

describe('security 36: a request that doesn’t come to its end', () => {
  let clock: MovedClock;
  let server: Server;
  let peer: Socket;

  afterEach(() => {
    peer.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** The server's end of a connection whose peer sends this, says nothing more and never closes its side. */
  async function taken(bytes: string, answer: RequestListener, options = {}): Promise<Socket> {
    clock = new MovedClock();
    server = createServer(options, answer);
    refuseBeforeParsing(server, { log: silentLog, clock, random: new SystemRandom(), bodyOf: refusalBodies('') });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const connection = once(server, 'connection') as Promise<[Socket]>;
    peer = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    peer.on('error', () => undefined).write(bytes);
    return (await connection)[0];
  }

  async function received(): Promise<string> {
    const parts: Buffer[] = [];
    peer.on('data', (part: Buffer) => parts.push(part));
    await once(peer, 'end');
    return Buffer.concat(parts).toString('latin1');
  }

  it.each([
    ['a slow head', HEAD],
    ['a slow body', `${HEAD}Content-Length: 5\r\n\r\nab`],
    ['silence', ''],
  ])('%s is 408, and its socket is destroyed', async (_, bytes) => {
    const socket = await taken(bytes, () => undefined, IMPATIENT);
    const [answer] = await Promise.all([received(), once(socket, 'close')]);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('a chunk that is none is 400 without a body, while nothing is answered yet', async () => {
    const socket = await taken(`${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, () => undefined);
    const [answer] = await Promise.all([received(), once(socket, 'close')]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Content-Length: 0\r\n[^]*\r\n\r\n$/);
  });

  it('nothing is written into an answer that has begun', async () => {
    const socket = await taken(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, (_request, response) => {
      response.write('half');
      peer.write('xyz\r\n');
    });
    const gone = once(socket, 'close');
    const [answer] = await Promise.all([received(), gone]);
    expect(answer).toMatch(/half\r\n$/);
  });
});

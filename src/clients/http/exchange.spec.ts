import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { HttpTransport } from './http-transport.js';

let server: Server;
afterEach(() => void server.close());

it.each<[what: string, answer: string, detail: string | undefined]>([
  ['that speaks no TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'tls'],
  ['that hangs up at the first bytes', '', undefined],
])('issue 24, answers: a server %s has certainly seen nothing of the request', async (_, answer, detail) => {
  server = createServer((socket) => void socket.once('data', () => socket.end(answer))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = new HttpTransport({ system: 'thing', url, clock: new MovedClock(), log: silentLog });
  const sent = transport.send({ operation: 'thing.add', method: 'POST', path: ['things'], json: {} });
  expect(await failureOf(sent)).toMatchObject({
    kind: 'unreachable',
    definitelyNotSent: true,
    ...(detail && { detail }),
  });
});

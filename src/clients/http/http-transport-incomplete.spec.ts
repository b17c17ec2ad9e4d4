import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { type HttpCall, HttpTransport, type HttpTransportOptions } from './http-transport.js';

const ROUTE = 'GET /api/thing';
const CALL: HttpCall = { operation: 'thing.get', method: 'GET', path: ['api', 'thing'] };

describe('an answer whose body does not come whole', () => {
  let server: FakeServer;
  let clock: MovedClock;
  let lines: string[];

  beforeEach(async () => {
    clock = new MovedClock();
    lines = [];
    server = await new FakeServer().start();
  });

  afterEach(() => server.stop());

  const log = () =>
    createLog({ level: 'debug', format: 'json', clock, destination: { write: (line) => void lines.push(line) } });
  const transport = (options: Partial<HttpTransportOptions> = {}): HttpTransport =>
    new HttpTransport({ system: 'library', url: server.url, clock, log: log(), ...options });
  const headOf = (status: number): string =>
    `HTTP/1.1 ${status} Some Words\r\nRetry-After: 7\r\nContent-Length: 50\r\n\r\n`;

  it.each([
    ['breaks off', { raw: `${headOf(429)}{"retry` }, {}],
    ['never begins', { raw: headOf(429) }, {}],
    [
      'is larger than we take',
      { status: 429, body: 'x'.repeat(11), headers: { 'retry-after': '7' } },
      { maxBytes: 10 },
    ],
  ])('issue 24, answers: of status 429 is known by its head where its body %s', async (_, fault, options) => {
    for (const accept of [[], [429]]) {
      server.fail(ROUTE, fault);
      const error = await failureOf(transport(options).send({ ...CALL, accept }));
      expect(error).toMatchObject({ kind: 'rate_limited', status: 429, retryAfterMs: 7_000, definitelyNotSent: false });
    }
    expect(lines.map((line) => (JSON.parse(line) as { fault?: string }).fault)).toEqual([
      'rate_limited',
      'rate_limited',
    ]);
  });

  it.each([200, 401, 404, 500])('of status %i is no answer where its body breaks off', async (status) => {
    for (const accept of [[], [status]]) {
      server.fail(ROUTE, { raw: `${headOf(status)}{"id` });
      const error = await failureOf(transport().send({ ...CALL, accept }));
      expect(error).toMatchObject({ kind: 'unreachable', status: undefined, definitelyNotSent: false });
    }
  });
});

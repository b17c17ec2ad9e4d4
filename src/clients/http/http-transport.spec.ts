import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { z } from 'zod';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { HttpTransport, type HttpCall, type HttpTransportOptions } from './http-transport.js';
import { Spacing } from './spacing.js';

const KEY = 'canary-key-6f2a';
const ROUTE = 'GET /api/thing';
const CALL: HttpCall = { operation: 'thing.get', method: 'GET', path: ['api', 'thing'] };
const FORM = 'application/x-www-form-urlencoded';
const FIELDS = `a+b=%C3%A9%26%3D&token=${KEY}`;
const THING = z.object({ id: z.number(), name: z.string() });

let server: FakeServer;
let clock: MovedClock;
let lines: string[];

const transport = (options: Partial<HttpTransportOptions> = {}): HttpTransport =>
  new HttpTransport({
    system: 'library',
    url: server.url,
    clock,
    log: createLog({ level: 'debug', format: 'json', clock, destination: { write: (line) => void lines.push(line) } }),
    headers: { 'X-Api-Key': Secret.of(KEY) },
    ...options,
  });

const restore = (name: string, value: string | undefined): void => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  server = await new FakeServer().start();
  server.route(ROUTE, () => ({ body: { id: 1, name: 'lamp', more: true } }));
});

afterEach(() => server.stop());

describe('a call', () => {
  it('sends the revealed secret, our name and no Accept-Encoding, and reads what the schema names', async () => {
    await expect(transport().json(CALL, THING)).resolves.toEqual({ id: 1, name: 'lamp' });
    const [call] = server.calls();
    expect(call?.headers).toMatchObject({
      'x-api-key': KEY,
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
    expect(call?.headers['user-agent']).toMatch(/^Usher\/\d+\.\d+\.\d+/);
    expect(call?.body).toBeUndefined();
  });

  it('sends JSON bodies as they were given, and its own User-Agent where one is named', async () => {
    server.route('POST /deep/api/thing', (request) => ({ status: 201, body: request.body }));
    const call: HttpCall = { ...CALL, method: 'POST', json: { name: 'é', none: null }, query: { force: true } };
    const answer = await transport({ url: `${server.url}/deep/`, headers: { 'User-Agent': 'Other/2' } }).send(call);
    expect(JSON.parse(answer.body.toString('utf8'))).toEqual({ name: 'é', none: null });
    expect(server.calls()[0]).toMatchObject({
      query: { force: 'true' },
      headers: { 'content-type': 'application/json', 'user-agent': 'Other/2' },
    });
  });

  it.each([
    ['XML as it is', { xml: '<a>é</a>' }, '<a>é</a>', 'text/xml'],
    ['forms with the secrets in them', { form: { 'a b': 'é&=', token: Secret.of(KEY) } }, FIELDS, FORM],
  ])('sends %s, and says what it is', async (_what, sent, body, type) => {
    server.route('POST /api/thing', () => ({}));
    await transport().send({ ...CALL, method: 'POST', ...sent });
    expect([server.calls()[0]?.body, server.calls()[0]?.headers['content-type']]).toEqual([body, type]);
    expect(lines.join()).not.toContain(KEY);
  });

  it('sends the secrets that belong in every query, in no error and no log line', async () => {
    const keyed = transport({ headers: {}, secretQuery: { apikey: Secret.of(KEY) } });
    await keyed.send({ ...CALL, query: { mode: 'a b', apikey: 'other' } });
    expect(server.calls()[0]?.query).toEqual({ mode: 'a b', apikey: KEY });
    for (const fault of [403, 'reset', { status: 302, headers: { location: `/?apikey=${KEY}` } }] as const) {
      server.fail(ROUTE, fault);
      expect(inspect(await failureOf(keyed.send(CALL)), { depth: 10, showHidden: true })).not.toContain(KEY);
    }
    const tooLong = transport({ secretQuery: { apikey: Secret.of(KEY.repeat(700)) } });
    expect(inspect(await failureOf(tooLong.send(CALL)), { depth: 10 })).not.toContain(KEY);
    expect(lines.join()).not.toContain(KEY);
  });

  it('keeps the distance between starts', async () => {
    const spaced = transport({ line: new Spacing(clock, 1_000) });
    await spaced.send(CALL);
    const second = spaced.send(CALL);
    expect(server.calls()).toHaveLength(1);
    await clock.advance(1_000);
    await second;
    expect(server.calls()).toHaveLength(2);
  });

  it('security 35: a line that is too long is our own 503 with the time to come again, and nothing is sent', async () => {
    const spaced = transport({ line: new Spacing(clock, 1_000, 0) });
    await spaced.send(CALL);
    expect(await errorOf(spaced.send(CALL))).toMatchObject({
      status: 503,
      options: { headers: { 'Retry-After': '1' } },
    });
    expect(server.calls()).toHaveLength(1);
  });

  it('security 8: ignores a proxy named in the environment', async () => {
    const proxy = await new FakeServer().start();
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NO_PROXY', 'no_proxy'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name.toLowerCase() === 'no_proxy' ? '' : proxy.url;
    try {
      await transport().send(CALL);
    } finally {
      for (const [index, name] of names.entries()) restore(name, before[index]);
      await proxy.stop();
    }
    expect(proxy.calls()).toEqual([]);
    expect(server.calls()).toHaveLength(1);
  });

  it('security 7: a segment that is a step is refused before anything is sent', async () => {
    const error = await failureOf(transport().send({ ...CALL, path: ['api', '..'] }));
    expect(error).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(server.calls()).toEqual([]);
  });

  it('refuses a credential that no header may hold, without showing it', async () => {
    const error = await failureOf(transport({ headers: { 'X-Api-Key': Secret.of(`${KEY}\r\nX: y`) } }).send(CALL));
    expect(error).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(inspect(error)).not.toContain(KEY);
  });
});

describe('an answer', () => {
  it.each([
    [301, 'redirected'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'not_found'],
    [409, 'rejected'],
    [500, 'failed'],
    [503, 'failed'],
  ])('of status %d is thrown as %s', async (status, kind) => {
    server.fail(ROUTE, { status, body: { apiKey: 'x' }, headers: { location: `${server.url}/elsewhere` } });
    const error = await failureOf(transport().send(CALL));
    expect(error).toMatchObject({ kind, status, definitelyNotSent: false, reason: `server returned status ${status}` });
    expect(server.calls()).toHaveLength(1);
  });

  it('of an accepted status is handed back, a redirect unfollowed', async () => {
    server.fail(ROUTE, { status: 307, headers: { location: '/elsewhere' } });
    const answer = await transport().send({ ...CALL, accept: [307] });
    expect(answer).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(server.calls()).toHaveLength(1);
  });

  it('of status 429 says how long to wait, in seconds or by a date', async () => {
    server.fail(ROUTE, { status: 429, headers: { 'retry-after': '7' } });
    server.fail(ROUTE, { status: 429, headers: { 'retry-after': new Date(clock.now() + 60_000).toUTCString() } });
    expect(await failureOf(transport().send(CALL))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 });
    expect(await failureOf(transport().send(CALL))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 });
  });

  it.each([
    ['text that is cut off', 'garbage' as const],
    ['an empty body', 'empty' as const],
    ['a web page', { body: '<html>' }],
    ['a byte order mark', { body: Buffer.from('\ufeff{"id":1,"name":"a"}') }],
    ['something after the value', { body: '{"id":1,"name":"a"} x' }],
    ['invalid UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['NaN', { body: '{"id":NaN,"name":"a"}' }],
    ['compressed bytes', { body: Buffer.from([0x1f, 0x8b, 8]), headers: { 'content-encoding': 'gzip' } }],
  ])('with %s is malformed', async (_, fault) => {
    server.fail(ROUTE, fault);
    const error = await failureOf(transport().json(CALL, THING));
    expect(error).toMatchObject({ kind: 'malformed', status: 200, definitelyNotSent: false });
  });

  it('of a wrong shape is malformed and names the place, not the value', async () => {
    server.fail(ROUTE, { body: [{ id: 'canary-value', name: 'a' }] });
    const error = await failureOf(transport().json(CALL, z.array(THING)));
    expect(error.reason).toBe('server answered with unexpected data at 0.id');
    expect(inspect(error)).not.toContain('canary-value');
  });

  it('of the size of the cap is taken, of a byte more is too large, declared or not', async () => {
    const tenBytes = { body: '0123456789' };
    server.fail(ROUTE, tenBytes, 2);
    await expect(transport({ maxBytes: 10 }).send(CALL)).resolves.toMatchObject({ status: 200 });
    expect(await failureOf(transport({ maxBytes: 9 }).send(CALL))).toMatchObject({ kind: 'too_large' });
    server.fail(ROUTE, { ...tenBytes, headers: { 'transfer-encoding': 'chunked' } });
    expect(await failureOf(transport().send({ ...CALL, maxBytes: 9 }))).toMatchObject({ kind: 'too_large' });
  });
});

describe('a broken connection', () => {
  it('that was refused certainly sent nothing', async () => {
    await server.leave();
    expect(await failureOf(transport().send(CALL))).toMatchObject({
      kind: 'unreachable',
      definitelyNotSent: true,
      reason: 'could not reach server: connection refused',
    });
  });

  it.each(['reset', 'cut-body', 'answer-lost'] as const)('by %s may have been acted upon', async (fault) => {
    server.fail(ROUTE, fault);
    expect(await failureOf(transport().send(CALL))).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
  });

  it('does not spoil the next call', async () => {
    server.fail(ROUTE, 'cut-body');
    const one = transport();
    await failureOf(one.send(CALL));
    await expect(one.json(CALL, THING)).resolves.toEqual({ id: 1, name: 'lamp' });
  });
});

describe('the deadline', () => {
  it.each(['timeout', 'slow-headers', 'slow-body'] as const)('ends a call that meets %s', async (fault) => {
    server.fail(ROUTE, fault);
    const arrived = server.nextCall(ROUTE);
    const failing = failureOf(transport({ deadlineMs: 10_000 }).send(CALL));
    await arrived;
    await clock.advance(9_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(await failing).toMatchObject({
      kind: 'timeout',
      definitelyNotSent: false,
      reason: 'could not reach server: no complete answer within 10 s',
    });
  });

  it('leaves no timer and no listener behind when the call ends in time', async () => {
    await transport().send(CALL);
    expect(clock.pending).toBe(0);
  });
});

describe('a caller who gives up', () => {
  it('before the call sends nothing, during the call ends it', async () => {
    const early = AbortSignal.abort();
    expect(await failureOf(transport().send({ ...CALL, signal: early }))).toMatchObject({
      kind: 'aborted',
      definitelyNotSent: true,
    });
    expect(server.calls()).toEqual([]);
    const giveUp = new AbortController();
    server.fail(ROUTE, 'timeout');
    const arrived = server.nextCall(ROUTE);
    const failing = failureOf(transport().send({ ...CALL, signal: giveUp.signal }));
    await arrived;
    giveUp.abort();
    expect(await failing).toMatchObject({ kind: 'aborted', definitelyNotSent: false });
    expect(clock.pending).toBe(0);
  });

  it('while waiting for a turn sends nothing', async () => {
    const spaced = transport({ line: new Spacing(clock, 1_000) });
    await spaced.send(CALL);
    const giveUp = new AbortController();
    const failing = failureOf(spaced.send({ ...CALL, signal: giveUp.signal }));
    giveUp.abort();
    expect(await failing).toMatchObject({ kind: 'aborted', definitelyNotSent: true });
    expect(server.calls()).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('stand in no error and no log line; each call has one line of system, operation, outcome and duration', async () => {
    const call: HttpCall = { ...CALL, query: { token: 'canary-query' } };
    await transport().send(call);
    for (const fault of ['reset', 'garbage', 401, 'cut-body'] as const) {
      server.fail(ROUTE, fault);
      const error = await failureOf(transport().json(call, THING));
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/canary/);
    }
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toMatch(/canary|127\.0\.0\.1/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'debug',
      message: 'upstream call',
      system: 'library',
      operation: 'thing.get',
      status: 200,
      durationMs: 0,
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ fault: 'unreachable' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { HeldPort } from '../../../test/fakes/held-port.js';
import { ProxyFake } from '../../../test/fakes/proxy/proxy-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { type HttpCall, HttpTransport } from '../http/http-transport.js';
import { type OutboundProxy, proxiedPath } from './outbound-proxy.js';

const PASSWORD = 'canary-proxy-pässword';
const CALL: HttpCall = { operation: 'thing.get', method: 'GET', path: ['thing'] };
const pem = (name: string): Buffer => readFileSync(new URL(`../../../test/fixtures/tls/${name}.pem`, import.meta.url));

let server: FakeServer;
let proxy: ProxyFake;
let clock: MovedClock;
let lines: string[];

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  server = await new FakeServer().start();
  server.route('GET /thing', () => ({ body: { name: 'lamp' } }));
  proxy = await new ProxyFake(`ana:${PASSWORD}`).start();
});

afterEach(async () => {
  await proxy.stop();
  await server.stop();
});

async function transport(over: Partial<OutboundProxy> = {}, url = server.url): Promise<HttpTransport> {
  const credentials = { username: 'ana', password: Secret.of(PASSWORD) };
  const path = await proxiedPath({ url: proxy.url, ...credentials, ...over }, clock);
  const log = createLog({ level: 'debug', format: 'json', clock, destination: { write: (line) => lines.push(line) } });
  return new HttpTransport({
    system: 'library',
    url,
    clock,
    log,
    deadlineMs: 60_000,
    path: () => Promise.resolve(path),
  });
}

describe('a call by way of a proxy', () => {
  it('reaches its target through a tunnel, with the credentials that the proxy asks for', async () => {
    const answer = await (await transport()).send(CALL);
    expect(JSON.parse(answer.body.toString('utf8'))).toEqual({ name: 'lamp' });
    const pair = Buffer.from(`ana:${PASSWORD}`, 'utf8').toString('base64');
    expect(proxy.tunnels()).toEqual([{ target: new URL(server.url).host, authorization: `Basic ${pair}` }]);
    expect(server.calls()[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('shows a proxy that asks for no credentials none', async () => {
    proxy.refuse(503);
    await failureOf((await transport({ username: '', password: null })).send(CALL));
    expect(proxy.tunnels()).toEqual([{ target: new URL(server.url).host, authorization: undefined }]);
  });

  it('uses a tunnel again while it is open', async () => {
    const through = await transport();
    await through.send(CALL);
    await through.send(CALL);
    expect(server.calls()).toHaveLength(2);
    expect(proxy.tunnels()).toHaveLength(1);
  });

  it.each([200, 404, 503])('hands back what the target itself says: %d', async (status) => {
    server.fail('GET /thing', { status, body: {} });
    const answer = await (await transport()).send({ ...CALL, accept: [404, 503] });
    expect(answer.status).toBe(status);
  });

  it.each([401, 403, 404, 429, 502])('never takes what the proxy says for the target’s answer: %d', async (status) => {
    proxy.refuse(status);
    const fault = await failureOf((await transport()).send({ ...CALL, accept: [status] }));
    expect(fault).toMatchObject({
      kind: 'unreachable',
      status: undefined,
      definitelyNotSent: true,
      reason: `could not reach server: proxy answered with ${status}`,
    });
    expect(server.calls()).toEqual([]);
  });

  it('says that the proxy refused the credentials', async () => {
    const fault = await failureOf((await transport({ password: Secret.of('another') })).send(CALL));
    expect(fault.reason).toBe('could not reach server: proxy refused the credentials');
  });

  it.each(['cut', 'garbage'] as const)(
    'is known not to be sent when the proxy answers nothing readable: %s',
    async (how) => {
      proxy.refuse(how);
      const fault = await failureOf((await transport()).send(CALL));
      expect(fault).toMatchObject({ kind: 'unreachable', definitelyNotSent: true });
      expect(fault.reason).toMatch(/^could not reach server: proxy/);
    },
  );

  it('is known not to be sent when the proxy is away', async () => {
    const gone = await new ProxyFake().start();
    const { url } = gone;
    await gone.stop();
    const kept = await HeldPort.hold(Number(new URL(url).port));
    try {
      const fault = await failureOf((await transport({ url })).send(CALL));
      expect(fault).toMatchObject({
        reason: 'could not reach server: proxy: connection refused',
        definitelyNotSent: true,
      });
    } finally {
      await kept.letGo();
    }
  });

  it('security 28: leaves no connection behind at a proxy that never answers', async () => {
    proxy.refuse('silence');
    const asked = proxy.nextTunnel();
    const failed = failureOf((await transport()).send(CALL));
    await asked;
    await clock.advance(10_000);
    expect((await failed).reason).toBe('could not reach server: proxy: no tunnel within 10 s');
    await proxy.quiet();
    expect(proxy.open).toBe(0);
  });

  it('security 8: proves the certificate of an https target inside the tunnel', async () => {
    const secure = createServer({ key: pem('untrusted-key'), cert: pem('untrusted-certificate') });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as AddressInfo;
    try {
      const fault = await failureOf((await transport({}, `https://localhost:${port}`)).send(CALL));
      expect(fault.reason).toBe('could not reach server: certificate is not trusted');
      expect(proxy.tunnels()).toMatchObject([{ target: `localhost:${port}` }]);
    } finally {
      secure.close();
    }
  });

  it('security 4: has the credentials in no error and no log line', async () => {
    proxy.refuse(502);
    const fault = await failureOf((await transport()).send(CALL));
    const pair = Buffer.from(`ana:${PASSWORD}`, 'utf8').toString('base64');
    for (const text of [inspect(fault, { depth: 9, showHidden: true }), lines.join('\n')]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(pair);
    }
  });
});

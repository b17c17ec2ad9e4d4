import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, HttpCode, Module, Post, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IsString } from 'class-validator';
import { AppModule } from '../../src/app/app.module.js';
import { configureApp } from '../../src/app/configure-app.js';
import { CallGuard } from '../../src/app/pipeline/call.guard.js';
import { AdminOnly, BodyLimit, RateLimited, SignedIn } from '../../src/core/access/access.decorators.js';
import { DenyKids } from '../../src/core/access/kids.decorators.js';
import { readSettings } from '../../src/core/config/settings.js';
import type { Foundations } from '../../src/core/core.module.js';
import { KeptLog } from '../../src/core/logging/kept-log.js';
import { NestLogger } from '../../src/core/logging/nest-logger.js';
import { silentMeter } from '../../src/core/metrics/meter.js';
import { holdDataFolder } from '../../src/core/database/data-folder-hold.js';
import { SqliteCopies } from '../../src/core/database/sqlite-copies.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SecretBox } from '../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { RATE_LIMIT_BUDGETS } from '../../src/modules/auth/auth.public.js';
import { openAsServer } from '../harness/database-inspection.js';
import { MovedClock } from '../harness/moved-clock.js';
import { type RawAnswer, rawBytes, rawRequest, type RawRequest } from '../harness/raw-exchange.js';
import { refusedWith } from '../harness/refused-with.js';

const PATH = '/probe';
const LIMIT = 64;

class ProbeBody {
  @IsString({ message: 'word required' })
  word: string;
}

/** A route behind every guard there is. */
@Controller('probe')
class ProbeController {
  @DenyKids()
  @AdminOnly('users:manage')
  @RateLimited('auth')
  @BodyLimit(LIMIT)
  @Post()
  @HttpCode(200)
  probe(@Body() body: ProbeBody): object {
    return body;
  }
}

/** A route whose answers come when a test lets them. */
@Controller('held')
class HeldController {
  static readonly inHand: { readonly word: string; readonly answer: () => void; readonly fail: () => void }[] = [];

  @DenyKids()
  @SignedIn()
  @Post()
  @HttpCode(200)
  async held(@Body() body: ProbeBody): Promise<object> {
    await new Promise<void>((resolve, reject) =>
      HeldController.inHand.push({ word: body.word, answer: resolve, fail: () => reject(new Error('planted')) }),
    );
    return body;
  }
}

@Controller('forgotten')
class ForgetfulController {
  @Get()
  forgotten(): void {}
}

@Module({ controllers: [ProbeController, HeldController] })
class ProbeModule {}

@Module({ controllers: [ForgetfulController] })
class ForgetfulModule {}

describe('the way of a request', () => {
  let dataDir: string;
  let foundations: Foundations;
  let app: NestExpressApplication;
  let url: string;
  let admin: string;
  let member: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'usher-pipeline-'));
    const settings = readSettings(
      { HOST: '127.0.0.1', DATA_DIR: dataDir, SETUP_CODE: 'off' },
      { readFile: () => '', isTerminal: false },
    );
    const random = new SystemRandom();
    const file = join(dataDir, 'usher.sqlite');
    const key = Buffer.alloc(32);
    foundations = {
      settings,
      random,
      clock: new MovedClock(),
      log: silentLog,
      keptLog: new KeptLog(),
      meter: silentMeter,
      dataFolder: await holdDataFolder(dataDir, 'serve'),
      database: await openAsServer(file),
      databaseCopies: new SqliteCopies(file),
      keyEnvelope: { origin: 'environment', key },
      secretBox: new SecretBox(key, random),
    };
    app = await compose(ProbeModule);
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    admin = await signIn('/api/auth/setup', { username: 'admin', password: 'a good password' });
    const invited = await call('/api/admin/connect-token', { name: 'ana', server_url: url }, admin);
    const token = new URL((JSON.parse(invited.text) as { link: string }).link).searchParams.get('token');
    member = await signIn('/api/auth/connect', { token, device_name: 'phone' });
  });

  beforeEach(() => (foundations.clock as MovedClock).advance(RATE_LIMIT_BUDGETS.auth.windowMs + 1));

  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function compose(withModule: Type): Promise<NestExpressApplication> {
    const root = { module: withModule, imports: [AppModule.on(foundations)] };
    const composed = await NestFactory.create<NestExpressApplication>(root, {
      bodyParser: false,
      abortOnError: false,
      logger: new NestLogger(silentLog),
    });
    configureApp(composed, foundations);
    return composed;
  }

  const call = (path: string, body: unknown, token?: string): Promise<RawAnswer> =>
    rawRequest(url, { method: 'POST', path, headers: headersOf(token), body: JSON.stringify(body) });
  const signIn = async (path: string, body: unknown): Promise<string> =>
    (JSON.parse((await call(path, body)).text) as { access_token: string }).access_token;
  const headersOf = (token?: string): Record<string, string> => ({
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });
  const probe = async (request: Partial<RawRequest>): Promise<readonly [number, unknown]> => {
    const answer = await rawRequest(url, { method: 'POST', path: PATH, headers: headersOf(), ...request });
    return [answer.status, JSON.parse(answer.text)];
  };

  async function useUpTheBudget(): Promise<void> {
    for (let n = 0; n < RATE_LIMIT_BUDGETS.auth.limit; n += 1) await probe({ headers: headersOf(admin) });
  }

  const OVERSIZED = 'x'.repeat(LIMIT + 1);
  const MALFORMED = '{"word": ';
  const TOO_MANY = { error: 'too many requests, please try again later', code: 'too_many_requests' };

  describe('issue 43 B12, security 40: of one account’s calls', () => {
    const { inHand } = HeldController;
    const words = (): readonly string[] => inHand.map(({ word }) => word);
    const held = (word: string, token = member): Promise<RawAnswer> => call('/held', { word }, token);
    /** Until so many calls are worked on. */
    const arrived = (count: number): Promise<void> =>
      vi.waitUntil(() => inHand.length === count, { interval: 5, timeout: 20_000 }).then(() => undefined);

    /** Eight calls of the member's in hand; the others come behind them in this order. */
    async function fill(behind: number): Promise<Promise<RawAnswer>[]> {
      const calls: Promise<RawAnswer>[] = [];
      for (let n = 1; n <= 8; n += 1) calls.push(held(`in hand ${n}`));
      await arrived(8);
      for (let n = 1; n <= behind; n += 1) {
        calls.push(held(`waiting ${n}`));
        await vi.waitUntil(() => waiting() === n, { interval: 1, timeout: 20_000 });
      }
      return calls;
    }
    const waiting = (): number =>
      [...app.get<unknown, Lines>(CallGuard).lines.values()].reduce((sum, one) => sum + one.line.size, 0);
    interface Lines {
      readonly lines: ReadonlyMap<string, { readonly line: { readonly size: number } }>;
    }

    async function letAllGo(calls: readonly Promise<RawAnswer>[]): Promise<readonly number[]> {
      const all = Promise.all(calls);
      let open = true;
      void all.finally(() => (open = false));
      while (open) {
        for (const one of inHand.splice(0)) one.answer();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return (await all).map(({ status }) => status);
    }

    it('eight are in hand, 64 wait, and one more is 429; another account and a sign-in don’t wait; all are answered', async () => {
      const calls = await fill(64);
      const refused = await held('one too many');
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        429,
        { error: 'too many calls at once, retry shortly', code: 'too_many_calls' },
      ]);
      expect(refused.headers['retry-after']).toBe('1');
      expect(words().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `in hand ${n}`));
      const other = held('of the admin', admin);
      await arrived(9);
      expect((await call('/api/auth/login', { username: 'admin', password: 'a good password' })).status).toBe(200);
      inHand.pop()?.answer();
      expect((await other).status).toBe(200);
      expect(new Set(await letAllGo(calls))).toEqual(new Set([200]));
      expect(app.get<unknown, Lines>(CallGuard).lines.size).toBe(0);
    });

    it('who came first is next, whether a call is answered, fails or breaks off, and one whose client has gone is left out', async () => {
      const calls = await fill(2);
      const headers = { ...headersOf(member), 'content-length': '15' };
      const leaving = request(`${url}/held`, { method: 'POST', headers });
      leaving.on('error', () => undefined);
      leaving.end('{"word":"gone"}');
      await vi.waitUntil(() => waiting() === 3, { interval: 1, timeout: 20_000 });
      const last = held('last');
      await vi.waitUntil(() => waiting() === 4, { interval: 1, timeout: 20_000 });
      leaving.destroy();
      await vi.waitUntil(() => waiting() === 3, { interval: 1, timeout: 20_000 });
      for (const next of ['waiting 1', 'waiting 2', 'last']) {
        const [first] = inHand.splice(0, 1);
        if (next === 'waiting 2') first?.fail();
        else first?.answer();
        await arrived(8);
        expect(words().at(-1)).toBe(next);
      }
      expect((await letAllGo([...calls, last])).toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 500]);
    });

    /** Raw bytes of calls by the member, each sent ahead of the answers to those before it. */
    const pipelined = (bodies: readonly string[]): string =>
      bodies
        .map((body, at) =>
          [
            'POST /held HTTP/1.1',
            'Host: a',
            `Authorization: Bearer ${member}`,
            'Content-Type: application/json',
            `Content-Length: ${body.length}`,
            `Connection: ${at === bodies.length - 1 ? 'close' : 'keep-alive'}`,
            '',
            body,
          ].join('\r\n'),
        )
        .join('');
    const take = (word: string): (typeof inHand)[number] | undefined =>
      inHand.splice(
        inHand.findIndex((one) => one.word === word),
        1,
      )[0];

    it('eight whose clients have gone are in hand until their handlers settle: a ninth waits', async () => {
      let closed = 0;
      const count = (_: IncomingMessage, response: ServerResponse): void =>
        void response.once('close', () => (closed += 1));
      app.getHttpServer().on('request', count);
      const leaving = Array.from({ length: 8 }, (_, n) => {
        const body = `{"word":"gone ${n}"}`;
        const headers = { ...headersOf(member), 'content-length': String(body.length) };
        const one = request(`${url}/held`, { method: 'POST', headers, agent: false }).on('error', () => undefined);
        one.end(body);
        return one;
      });
      await arrived(8);
      leaving.forEach((one) => one.destroy());
      await vi.waitUntil(() => closed === 8, { interval: 5, timeout: 20_000 });
      app.getHttpServer().off('request', count);
      const ninth = held('ninth');
      await vi.waitUntil(() => waiting() === 1 || inHand.length === 9, { interval: 1, timeout: 20_000 });
      expect(words()).not.toContain('ninth');
      inHand.pop()?.fail();
      await arrived(8);
      expect(words()).toContain('ninth');
      expect(await letAllGo([ninth])).toEqual([200]);
      await vi.waitUntil(() => app.get<unknown, Lines>(CallGuard).lines.size === 0, { interval: 1 });
    });

    it('what is done or refused behind a slow answer on its connection keeps no other call waiting', async () => {
      const behind = Array.from({ length: 8 }, (_, n) => `behind ${n}`);
      const refused = ['{"word": ', `{"word":1}`, '[]'];
      const bodies = ['slow', ...behind].map((word) => JSON.stringify({ word }));
      const answers = rawBytes(url, pipelined([...bodies.slice(0, 4), ...refused, ...bodies.slice(4)]));
      await arrived(8);
      // Calls of one connection are admitted side by side, so that the last one may have a turn before the one before it.
      for (const [n, word] of behind.slice(0, 7).entries()) {
        await vi.waitUntil(() => words().includes(word), { interval: 5, timeout: 20_000 });
        if (n % 2) take(word)?.fail();
        else take(word)?.answer();
      }
      await vi.waitUntil(() => words().join() === 'slow,behind 7', { interval: 5, timeout: 20_000 });
      take('behind 7')?.answer();
      const others = Array.from({ length: 7 }, (_, n) => held(`other ${n}`));
      await arrived(8);
      expect(words()[0]).toBe('slow');
      expect(await letAllGo(others)).toEqual(others.map(() => 200));
      const statuses = [...(await answers).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
      expect(statuses).toEqual([200, 200, 500, 200, 400, 400, 400, 500, 200, 500, 200, 200]);
    });
  });

  it('security 5: TRACE and TRACK are refused before all else, whatever else is wrong', async () => {
    await useUpTheBudget();
    const refused = { error: 'method not supported', code: 'method_not_supported' };
    expect(await probe({ method: 'TRACE', headers: {}, body: undefined })).toEqual([405, refused]);
    const tracked = `TRACK ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: ${OVERSIZED.length}\r\n\r\n${OVERSIZED}`;
    expect(await rawBytes(url, tracked)).toMatch(
      /^HTTP\/1\.1 405 [\s\S]*\{"error":"method not supported","code":"method_not_supported"\}$/,
    );
  });

  it('a body that declares too much is refused before the caller’s budget is asked', async () => {
    await useUpTheBudget();
    expect(await probe({ body: OVERSIZED })).toEqual([
      413,
      { error: 'request body too large', code: 'body_too_large' },
    ]);
    expect(await probe({ headers: headersOf(admin), body: MALFORMED })).toEqual([429, TOO_MANY]);
  });

  it('issue 43 A4, security 38: what is refused by session, permission or type of the body uses up nothing', async () => {
    const text = { ...headersOf(admin), 'content-type': 'text/plain' };
    for (let n = 0; n < RATE_LIMIT_BUDGETS.auth.limit; n += 1) {
      expect((await probe({ body: MALFORMED }))[0]).toBe(401);
      expect((await probe({ headers: headersOf('no such token') }))[0]).toBe(401);
      expect((await probe({ headers: headersOf(member) }))[0]).toBe(403);
      expect((await probe({ headers: text, body: 'x' }))[0]).toBe(415);
    }
    expect(await probe({ headers: headersOf(admin), body: '{"word":"x"}' })).toEqual([200, { word: 'x' }]);
    // A used up budget refuses before the body is read.
    await useUpTheBudget();
    expect(await probe({ headers: headersOf(admin), body: MALFORMED })).toEqual([429, TOO_MANY]);
    expect(await probe({ headers: headersOf(admin), body: '{"word":"x"}' })).toEqual([429, TOO_MANY]);
    expect(await probe({ body: MALFORMED })).toEqual([401, { error: 'unauthorized', code: 'unauthorized' }]);
  });

  it('a missing or unknown session refuses before permission and body', async () => {
    expect(await probe({ body: MALFORMED })).toEqual([401, { error: 'unauthorized', code: 'unauthorized' }]);
    expect(await probe({ headers: headersOf('no such token'), body: MALFORMED })).toEqual([
      401,
      { error: 'unauthorized', code: 'unauthorized' },
    ]);
  });

  it('an anonymous caller can’t make the server read a body, however long it goes on', async () => {
    const chunks = Array.from({ length: 50 }, () => Buffer.alloc(1024, 'x'));
    expect((await probe({ chunks }))[0]).toBe(401);
  });

  it('a missing permission refuses before the body is parsed', async () => {
    expect(await probe({ headers: headersOf(member), body: MALFORMED })).toEqual([
      403,
      refusedWith('permission denied'),
    ]);
    expect(await probe({ headers: { ...headersOf(member), 'content-type': 'text/plain' }, body: 'x' })).toEqual([
      403,
      refusedWith('permission denied'),
    ]);
  });

  it('the body is parsed before its members are judged, and the handler comes last', async () => {
    const headers = headersOf(admin);
    expect(await probe({ headers, body: MALFORMED })).toEqual([
      400,
      { error: 'invalid request body', code: 'invalid_body' },
    ]);
    expect(await probe({ headers, body: '{"word":1}' })).toEqual([400, refusedWith('word required')]);
    expect(await probe({ headers, body: '{"word":"x","more":1}' })).toEqual([200, { word: 'x' }]);
  });

  it('a body that grows past its cap while it is read is refused', async () => {
    const chunks = ['{"word":"', ...Array.from({ length: LIMIT }, () => 'xx'), '"}'];
    expect(await probe({ headers: headersOf(admin), chunks })).toEqual([
      413,
      { error: 'request body too large', code: 'body_too_large' },
    ]);
  });

  describe('security 12: a body that is held back', () => {
    interface SignedIn {
      readonly access_token: string;
      readonly device_id: string;
      readonly user: { readonly id: number };
    }
    let ruth: SignedIn;

    beforeEach(async () => {
      // Every test takes a minute of the clock, and a session lasts for fifteen.
      admin = await signIn('/api/auth/login', { username: 'admin', password: 'a good password' });
      const invited = await call('/api/admin/connect-token', { name: 'ruth', server_url: url }, admin);
      const token = new URL((JSON.parse(invited.text) as { link: string }).link).searchParams.get('token');
      ruth = JSON.parse((await call('/api/auth/connect', { token, device_name: 'phone' })).text) as SignedIn;
      await setRole('admin');
    });

    const administer = (method: string, path: string, body?: object): Promise<RawAnswer> =>
      rawRequest(url, { method, path, headers: headersOf(admin), body: body && JSON.stringify(body) });
    const setRole = (role: string): Promise<RawAnswer> =>
      administer('PATCH', `/api/admin/users/${ruth.user.id}`, { role });

    /** The status of a call by ruth whose body is still under way while something else happens. */
    async function held(meanwhile: () => Promise<unknown>): Promise<number | undefined> {
      const reading = new Promise<void>((begun) => {
        app.getHttpServer().prependOnceListener('request', (incoming: IncomingMessage) => {
          incoming.on('newListener', (event) => event === 'data' && begun());
        });
      });
      const framing = { 'transfer-encoding': 'chunked' };
      const asked = request(`${url}${PATH}`, {
        method: 'POST',
        headers: { ...headersOf(ruth.access_token), ...framing },
        agent: false,
      });
      const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
      asked.write('{"word":');
      await reading;
      await meanwhile();
      asked.end('"x"}');
      const [response] = await answered;
      response.resume();
      return response.statusCode;
    }

    const late = (): Promise<void> => (foundations.clock as MovedClock).advance(1_001);

    it('does not work for anyone who was demoted meanwhile', async () => {
      expect(await held(() => Promise.all([setRole('user'), late()]))).toBe(403);
    });

    it('does not work for a device that was revoked meanwhile', async () => {
      const revoke = (): Promise<RawAnswer> => administer('DELETE', `/api/admin/devices/${ruth.device_id}`);
      expect(await held(() => Promise.all([revoke(), late()]))).toBe(401);
    });

    it('is taken from anyone who may still do it', async () => {
      expect(await held(late)).toBe(200);
    });
  });

  it('default deny: an application with a handler that declares no access is never configured', async () => {
    await expect(compose(ForgetfulModule)).rejects.toThrow(
      'handlers without an access decorator: ForgetfulController.forgotten',
    );
  });
});

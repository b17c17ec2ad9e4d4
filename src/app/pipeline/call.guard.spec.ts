import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { type ModuleRef, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { lastValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { PassesBodyOn, RequirePermission } from '../../core/access/access.decorators.js';
import type { AccessGuard, RateLimitGuard } from '../../modules/auth/auth.public.js';
import type { FewAtATime } from '../../core/cache/few-at-a-time.js';
import type { Share } from '../../core/shares/fair-line.js';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { CallGuard, CallTurn } from './call.guard.js';

/** A response of which only the end is asked. */
class Closing extends EventEmitter {
  destroyed = false;
  setHeader(): void {}
  hasHeader(): boolean {
    return false;
  }
  status(): this {
    return this;
  }
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A call whose turn has come. */
async function inHand(lines = new Map<Share, FewAtATime>()) {
  const response = new Closing();
  const turn = new CallTurn(lines, 'tools', response as unknown as Response);
  await turn.wait();
  const context = {
    getHandler: () => inHand,
    getClass: () => Closing,
    switchToHttp: () => ({ getRequest: () => ({ turn }), getResponse: () => response }),
  };
  const answer = (value: unknown): Promise<unknown> => {
    const handler: CallHandler = { handle: () => of(value) };
    const interceptor = new AnswerInterceptor(new Reflector(), nothingToScrub, new MovedClock());
    return lastValueFrom(interceptor.intercept(context as unknown as ExecutionContext, handler));
  };
  return { lines, response, turn, answer };
}

/** Modules whose one interceptor passes every answer on. */
const nothingToScrub = {
  get: () => ({ intercept: (_: ExecutionContext, next: CallHandler) => next.handle() }),
} as unknown as ModuleRef;

const GONE = { status: 400, safeText: 'the client is gone' };

describe('issue 43 B12: the turn of a call', () => {
  it('ends with the client before the handler, which then does not begin', async () => {
    const { lines, response, turn } = await inHand();
    response.close();
    expect(lines.size).toBe(0);
    expect(await errorOf(Promise.resolve().then(() => turn.begin()))).toMatchObject(GONE);
    expect(await errorOf(new CallTurn(lines, 'tools', response as unknown as Response).wait())).toMatchObject(GONE);
    expect(lines.size).toBe(0);
  });

  it('ends with the handler, and where the answer is streamed, with the response', async () => {
    const { lines, ...short } = await inHand();
    const long = await inHand(lines);
    await short.answer([1]);
    await long.answer(new RawAnswer(200, [], [Buffer.from('long')]));
    expect(lines.size).toBe(1);
    long.response.close();
    expect(lines.size).toBe(0);
  });

  it('ends once: what comes after its end frees no turn of another call', async () => {
    const first = await inHand();
    first.turn.end();
    const others = await Promise.all(Array.from({ length: 8 }, () => inHand(first.lines)));
    first.response.close();
    first.turn.end();
    expect(first.lines.size).toBe(1);
    const waiting = new CallTurn(first.lines, 'tools', new Closing() as unknown as Response);
    let hasCome = false;
    const come = waiting.wait().then(() => (hasCome = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasCome).toBe(false);
    others[0]?.turn.end();
    expect(await come).toBe(true);
  });
});

describe('issue 43 B11, security 40: calls of an account that are passed on to instances', () => {
  class Passing {
    @PassesBodyOn()
    @RequirePermission('arr:browse')
    forward(): void {}
  }
  const handler = Object.getOwnPropertyDescriptor(Passing.prototype, 'forward')?.value as () => void;
  const access = { canActivate: async () => true } as unknown as AccessGuard;
  const budgets = { canActivate: () => true } as unknown as RateLimitGuard;
  const guard = () => new CallGuard(new Reflector(), new MovedClock(), access, budgets);

  /** A call: whether its turn has come, and how its reader leaves. */
  function passed(by: CallGuard, userId = 1) {
    const response = new Closing();
    const request = { caller: { userId }, headers: {} };
    const http = { getRequest: () => request, getResponse: () => response };
    const context = { getHandler: () => handler, switchToHttp: () => http } as unknown as ExecutionContext;
    const one = { response, request, hasCome: false, fault: null as unknown };
    const come = by.canActivate(context).then(
      () => void (one.hasCome = true),
      (fault: unknown) => void (one.fault = fault),
    );
    return Object.assign(one, { come });
  }
  const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('sixteen are passed on at once, each until its answer is taken, and another account’s don’t wait', async () => {
    const by = guard();
    const calls = Array.from({ length: 17 }, () => passed(by));
    const other = passed(by, 2);
    await turns();
    expect(calls.filter(({ hasCome }) => hasCome)).toHaveLength(16);
    expect([calls[16]?.hasCome, other.hasCome]).toEqual([false, true]);
    expect(calls[0]?.request).not.toHaveProperty('turn');
    calls[0]?.response.close();
    await calls[16]?.come;
    expect(calls[16]?.hasCome).toBe(true);
  });

  it('256 wait, and one more is 429', async () => {
    const by = guard();
    const calls = Array.from({ length: 272 }, () => passed(by));
    const more = passed(by);
    await more.come;
    expect(more.fault).toMatchObject({ status: 429, safeText: 'too many calls at once, retry shortly' });
    for (const { response } of calls) response.close();
    await Promise.all(calls.map(({ come }) => come));
  });
});

describe('architecture 4: a call', () => {
  class Asked {
    @RequirePermission('users:manage')
    write(): void {}
  }
  const handler = Object.getOwnPropertyDescriptor(Asked.prototype, 'write')?.value as () => void;

  it.each([
    ['with a large body is refused before anybody asks who calls', { 'content-length': '1048577' }, 413, []],
    ['without JSON is refused before it counts', { 'content-type': 'text/plain' }, 415, ['caller']],
    ['counts, waits for its turn, and is read', {}, undefined, ['caller', 'budget', 'turn', 'body']],
  ])('%s', async (_, headers, status, expected) => {
    const steps: string[] = [];
    const json = { 'content-type': 'application/json', 'content-length': '2' };
    const request = Object.assign(Readable.from([Buffer.from('{}')]), { headers: { ...json, ...headers } });
    Object.defineProperty(request, 'turn', { set: () => void steps.push('turn') });
    request.on('newListener', (event) => event === 'data' && steps.push('body'));
    const access = { canActivate: async () => steps.push('caller') } as unknown as AccessGuard;
    const budgets = { canActivate: () => steps.push('budget') } as unknown as RateLimitGuard;
    const http = { getRequest: () => request, getResponse: () => new Closing() };
    const context = { getHandler: () => handler, switchToHttp: () => http } as unknown as ExecutionContext;
    const judged = new CallGuard(new Reflector(), new MovedClock(), access, budgets).canActivate(context);
    const fault = (await errorOf(judged)) as { readonly status?: number } | undefined;
    expect([fault?.status, steps]).toEqual([status, expected]);
  });
});

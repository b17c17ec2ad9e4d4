import { type CallHandler, type ExecutionContext, Injectable, type StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Readable, Writable } from 'node:stream';
import { type ModuleRef, Reflector } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import type { Caller } from '../../core/access/caller.js';
import {
  KidsFilteredBy,
  KidsJudgedByService,
  KidsUnlimited,
  type KidsFilter,
} from '../../core/access/kids.decorators.js';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { ScrubInterceptor } from '../../modules/proxy/proxy.public.js';
import { AnswerInterceptor } from './answer.interceptor.js';

/** Modules with one filter, and with an interceptor that passes every answer on. */
const modules = {
  get: (type: unknown) =>
    type === ScrubInterceptor
      ? { intercept: (_: ExecutionContext, next: CallHandler) => next.handle() }
      : new ShortenedFilter(),
} as unknown as ModuleRef;

const CHUNK = Buffer.alloc(256 * 1024);

/** A response whose reader takes a chunk only on request. */
class SlowReader extends Writable {
  private taken: (() => void) | undefined;

  override _write(_chunk: Buffer, _encoding: BufferEncoding, taken: () => void): void {
    this.taken = taken;
  }

  take(): void {
    this.taken?.();
  }

  status(): this {
    return this;
  }
}

/** An answer of so many chunks on its way to a reader who has taken nothing yet. */
async function begun(chunks: number, { cut, asStream = false }: { cut?: AbortSignal; asStream?: boolean } = {}) {
  const clock = new MovedClock();
  const reader = new SlowReader();
  const releases: number[] = [];
  const body = new Array<Buffer>(chunks).fill(CHUNK);
  const answer = new RawAnswer(
    200,
    [],
    asStream ? Readable.from(body, { objectMode: false }) : body,
    () => void releases.push(clock.now()),
    cut,
  );
  const context = {
    getHandler: () => begun,
    switchToHttp: () => ({ getRequest: () => ({}), getResponse: () => reader }),
  } as unknown as ExecutionContext;
  const handler: CallHandler = { handle: () => of(answer) };
  const file = await lastValueFrom(new AnswerInterceptor(new Reflector(), modules, clock).intercept(context, handler));
  (file as StreamableFile).getStream().pipe(reader);
  await clock.advance(0);
  return { clock, reader, releases };
}

describe('security 12: an answer that may not go on', () => {
  it('is broken off at once, however slowly its reader takes it, and what was kept is given back', async () => {
    const cutting = new AbortController();
    const { clock, reader, releases } = await begun(5, { cut: cutting.signal });
    expect([reader.destroyed, releases]).toEqual([false, []]);
    cutting.abort();
    await clock.advance(0);
    expect([reader.destroyed, releases.length, clock.pending]).toEqual([true, 1, 0]);
  });

  it('is broken off before its first byte', async () => {
    const { reader, releases } = await begun(5, { cut: AbortSignal.abort() });
    expect([reader.destroyed, releases.length]).toEqual([true, 1]);
  });
});

describe('security 28: an answer waits for its reader', () => {
  it.each([
    [1, false],
    [5, false],
    [1, true],
    [5, true],
  ])(
    'who reads nothing of %i chunks for a minute is cut off, and what was kept is given back (as a stream: %s)',
    async (chunks, asStream) => {
      const { clock, reader, releases } = await begun(chunks, { asStream });
      await clock.advance(59_999);
      expect([reader.destroyed, releases]).toEqual([false, []]);
      await clock.advance(1);
      expect([reader.destroyed, releases]).toEqual([true, [clock.now()]]);
    },
  );

  it.each([false, true])('who takes a chunk in each minute gets all of them (as a stream: %s)', async (asStream) => {
    const { clock, reader, releases } = await begun(5, { asStream });
    for (let chunk = 0; chunk < 5; chunk += 1) {
      expect(releases).toEqual([]);
      await clock.advance(59_000);
      reader.take();
      await clock.advance(0);
    }
    expect([reader.writableFinished, releases.length, clock.pending]).toEqual([true, 1, 0]);
  });
});

@Injectable()
class ShortenedFilter implements KidsFilter<number> {
  async apply({ username }: Caller, handle: () => Promise<unknown>, length: number): Promise<unknown> {
    return `${username}: ${String(await handle()).slice(0, length)}`;
  }
}

class Routes {
  undeclared(): void {}

  @KidsUnlimited()
  unlimited(): void {}

  @KidsJudgedByService()
  judgedByService(): void {}

  @KidsFilteredBy(ShortenedFilter, 3)
  filtered(): void {}
}

describe('security 19: the filter of a route for kids accounts', () => {
  /** What a route that answers "whole answer" lets out to this account. */
  async function answerTo(kids: boolean | null, route: keyof Routes): Promise<unknown> {
    const response = { hasHeader: () => true };
    const caller = kids === null ? undefined : { username: 'ana', kids };
    const context = {
      getHandler: () => Routes.prototype[route],
      getClass: () => Routes,
      switchToHttp: () => ({ getRequest: () => ({ caller }), getResponse: () => response }),
    } as unknown as ExecutionContext;
    const interceptor = new AnswerInterceptor(new Reflector(), modules, new MovedClock());
    return lastValueFrom(interceptor.intercept(context, { handle: () => of('whole answer') }));
  }

  const outcome = async (kids: boolean | null, route: keyof Routes): Promise<unknown> => {
    const answer = answerTo(kids, route);
    const error = (await errorOf(answer)) as { readonly status?: number } | undefined;
    return error ? (error.status ?? 'fault') : answer;
  };

  it.each([
    { kids: true, route: 'unlimited', expected: 'whole answer' },
    { kids: true, route: 'judgedByService', expected: 'whole answer' },
    { kids: true, route: 'filtered', expected: 'ana: who' },
    { kids: false, route: 'undeclared', expected: 'whole answer' },
    { kids: false, route: 'filtered', expected: 'ana: who' },
    { kids: null, route: 'undeclared', expected: 'whole answer' },
    { kids: null, route: 'filtered', expected: 'fault' },
  ] as const)('$route: an account with kids=$kids gets $expected', async ({ kids, route, expected }) => {
    expect(await outcome(kids, route)).toBe(expected);
  });
});

import type { CallHandler, ExecutionContext, StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Readable, Writable } from 'node:stream';
import { Reflector } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { AnswerInterceptor } from './answer.interceptor.js';

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
    switchToHttp: () => ({ getRequest: () => ({}), getResponse: () => reader }),
  } as unknown as ExecutionContext;
  const handler: CallHandler = { handle: () => of(answer) };
  const file = await lastValueFrom(new AnswerInterceptor(new Reflector(), clock).intercept(context, handler));
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

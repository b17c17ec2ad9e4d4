import { Readable } from 'node:stream';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { defer, finalize, from, lastValueFrom, map, type Observable } from 'rxjs';
import type { JudgedRequest } from '../../core/access/caller.js';
import { KIDS_METADATA, type KidsRule } from '../../core/access/kids.decorators.js';
import { MAY_BE_KEPT_METADATA } from '../../core/http/answers.decorators.js';
import { RawAnswer, RawJson } from '../../core/http/raw-answer.js';
import { Clock, type TimerHandle } from '../../core/time/clock.js';
import { ScrubInterceptor } from '../../modules/proxy/proxy.public.js';
import type { HeldRequest } from './call.guard.js';

/**
 * The way back of every call: the handler's value is filtered for a kids account, scrubbed of an instance's credentials, and turned into
 * bytes here alone. Nobody may keep an answer, unless its route or {@link RawAnswer} says so. The call's turn ends with the handler, or with
 * the answer that it streams.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError as the filter of the route */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const { turn } = context.switchToHttp().getRequest<HeldRequest>();
    turn?.begin();
    let isStreamed = false;
    const filtered: CallHandler = { handle: () => defer(() => this.filter(context, next)) };
    const scrubbed = this.modules.get(ScrubInterceptor, { strict: false }).intercept(context, filtered);
    return scrubbed.pipe(
      map((value: unknown) => {
        const isUnsaid = !(value instanceof RawAnswer) && !response.hasHeader('Cache-Control');
        if (isUnsaid && !this.mayBeKept(context)) response.setHeader('Cache-Control', 'no-store');
        const answer = prepareAnswer(response, value, this.clock);
        isStreamed = answer instanceof StreamableFile;
        return answer;
      }),
      finalize(() => (isStreamed ? turn?.endWithResponse() : turn?.end())),
    );
  }

  /** By the filter that the route names for kids accounts, so that only what the caller may see is scrubbed and sent. */
  private filter(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rule = this.reflector.get<KidsRule | undefined>(KIDS_METADATA, context.getHandler());
    if (rule?.kind !== 'filtered') return next.handle();
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (!caller) throw new Error('a route without a session filters its answer for kids accounts');
    const filter = this.modules.get(rule.by, { strict: false });
    return from(filter.apply(caller, () => lastValueFrom(next.handle()), rule.option));
  }

  private mayBeKept(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride(MAY_BE_KEPT_METADATA, [context.getHandler(), context.getClass()]) === true;
  }
}

function prepareAnswer(response: Response, value: unknown, clock: Clock): unknown {
  if (value instanceof RawAnswer) return write(response, value, clock);
  if (!(value instanceof RawJson)) return value;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return value.text;
}

/** What is kept for the answer is given back once the response is closed. */
function write(
  response: Response,
  { status, headers, chunks, release, cut }: RawAnswer,
  clock: Clock,
): StreamableFile | undefined {
  if (response.destroyed) release();
  else response.once('close', release);
  if (cut) breakOff(response, cut);
  response.status(status);
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (chunks instanceof Readable) return pipeStream(response, chunks, clock);
  return chunks && streamChunks(response, chunks, clock);
}

function breakOff(response: Response, cut: AbortSignal): void {
  const destroy = (): void => void response.destroy();
  if (cut.aborted) return destroy();
  cut.addEventListener('abort', destroy, { once: true });
  response.once('close', () => cut.removeEventListener('abort', destroy));
}

function streamChunks(
  response: Response,
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  clock: Clock,
): StreamableFile {
  const cut = (): void => void response.destroy();
  const patience = new ReaderPatience(clock, cut);
  response.once('close', () => patience.end());
  return toStreamable(Readable.from(patience.over(chunks), { objectMode: false }), cut);
}

/** A reader that takes nothing for a minute is cut off. One timer serves all chunks, so that a chunk costs nothing more. */
function pipeStream(response: Response, stream: Readable, clock: Clock): StreamableFile {
  const cut = (): void => void response.destroy();
  let taken = clock.monotonic();
  const ask = (): void => {
    const left = taken + PATIENCE_MS - clock.monotonic();
    if (left <= 0) cut();
    else timer = clock.setTimer(left, ask);
  };
  let timer = clock.setTimer(PATIENCE_MS, ask);
  response.on('drain', () => (taken = clock.monotonic())).once('close', () => timer.cancel());
  return toStreamable(stream, cut);
}

const toStreamable = (stream: Readable, cut: () => void): StreamableFile =>
  new StreamableFile(stream).setErrorHandler(cut).setErrorLogger(() => undefined);

const PATIENCE_MS = 60_000;

/** Waiting for the answer's source is not counted. */
class ReaderPatience {
  private timer: TimerHandle | undefined;
  private ended = false;

  constructor(
    private readonly clock: Clock,
    private readonly giveUp: () => void,
  ) {}

  /** From each chunk, and from the last, the reader has a minute to come for more, or to be done. */
  async *over(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      this.wait();
      yield chunk;
      this.rest();
    }
    this.wait();
  }

  end(): void {
    this.ended = true;
    this.rest();
  }

  private wait(): void {
    if (!this.ended) this.timer = this.clock.setTimer(PATIENCE_MS, this.giveUp);
  }

  private rest(): void {
    this.timer?.cancel();
  }
}

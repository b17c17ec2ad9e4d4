import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { RawAnswer } from '../../core/http/raw-answer.js';
import { RawJson } from '../../core/http/raw-json.js';
import { Clock } from '../../core/time/clock.js';
import { ReaderPatience } from './reader-patience.js';

/**
 * The outermost interceptor: it alone turns a handler's value into bytes. {@link RawJson} and {@link RawAnswer} go out
 * as they are.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly clock: Clock) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((value: unknown) => {
        if (value instanceof RawAnswer) return write(response, value, this.clock);
        if (!(value instanceof RawJson)) return value;
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        return value.text;
      }),
    );
  }
}

/**
 * Sets status and headers, and hands the body to Nest as a stream; nothing where there is none. Who stops reading is cut
 * off, so that what is kept for the answer is given back.
 */
function write(
  response: Response,
  { status, headers, chunks, release }: RawAnswer,
  clock: Clock,
): StreamableFile | undefined {
  if (response.closed) release();
  else response.once('close', release);
  response.status(status);
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (!chunks) return undefined;
  const cut = (): void => void response.destroy();
  const patience = new ReaderPatience(clock, cut);
  response.once('close', () => patience.end());
  return new StreamableFile(Readable.from(patience.over(chunks), { objectMode: false }))
    .setErrorHandler(cut)
    .setErrorLogger(() => undefined);
}

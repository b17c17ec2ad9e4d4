import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import { ProxiedAnswer, type HeldJson } from '../answers/proxied-answer.js';
import { refusalOf } from '../proxy.errors.js';
import { scrubJson } from '../scrub/scrub-json.js';

/**
 * Takes the credentials out of what an instance answered; only then is there something that can be sent. What isn't an
 * instance's answer doesn't get past it. Source: doc 1 proxy rule 3, doc 3 §4.2.
 */
@Injectable()
export class ScrubInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<RawAnswer> {
    return next.handle().pipe(mergeMap((value: unknown) => scrubbed(value)));
  }
}

async function scrubbed(answer: unknown): Promise<RawAnswer> {
  if (!(answer instanceof ProxiedAnswer)) throw new Error('the proxy answers with something of its own');
  const { status, headers, body, gated } = answer;
  if (gated) throw new Error('an answer for a kids account has not been judged');
  switch (body.kind) {
    case 'none':
      return new RawAnswer(status, headers);
    case 'opaque':
      return new RawAnswer(status, headers, body.chunks, body.discard);
    case 'json':
      return scrubbedJson(answer, body.json);
  }
}

async function scrubbedJson({ status, headers, signal }: ProxiedAnswer, json: HeldJson): Promise<RawAnswer> {
  try {
    const clean = await scrubJson(json.bytes, signal);
    const length = ['Content-Length', String(clean.length)] as const;
    return new RawAnswer(status, [...headers, length], clean.chunks(), json.release);
  } catch (error) {
    json.release();
    throw refusalOf(error, error instanceof Error ? error.message : 'it was not judged', signal);
  }
}

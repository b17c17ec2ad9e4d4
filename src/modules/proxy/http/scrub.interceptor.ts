import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { mergeMap, of, type Observable } from 'rxjs';
import { RawAnswer } from '../../../core/http/raw-answer.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { ProxiedAnswer } from '../answers/proxied-answer.js';
import type { HeldJson } from '../bodies/body-budget.service.js';
import { refusalOf, unjudgedRefusalOf } from '../proxy.errors.js';
import { scrubJson } from '../scrub/scrub-json.js';

/** Removes the credentials from a {@link ProxiedAnswer}; one filtered by limits that have changed since is refused. Other answers pass. */
@Injectable()
export class ScrubInterceptor implements NestInterceptor {
  constructor(private readonly limits: ContentLimitsService) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(mergeMap((value: unknown) => (value instanceof ProxiedAnswer ? this.clear(value) : of(value))));
  }

  private async clear(value: ProxiedAnswer): Promise<RawAnswer> {
    const { judging, signal } = value;
    if (judging?.is === 'due') throw new Error('an answer for a kids account has not been judged');
    const answer = await scrub(value);
    try {
      if (judging) await this.limits.requireStill(judging.userId, judging.judge);
      return answer;
    } catch (error) {
      answer.release();
      throw refusalOf(error, 'its limits were not judged again', signal);
    }
  }
}

async function scrub(answer: ProxiedAnswer): Promise<RawAnswer> {
  const { status, headers, body } = answer;
  switch (body.kind) {
    case 'none':
      return new RawAnswer(status, headers);
    case 'opaque':
      return new RawAnswer(status, headers, body.chunks, body.discard);
    case 'json':
      return scrubHeldJson(answer, body.json);
  }
}

async function scrubHeldJson({ status, headers, signal }: ProxiedAnswer, json: HeldJson): Promise<RawAnswer> {
  try {
    const clean = await scrubJson(json.bytes, signal);
    const length = ['Content-Length', String(clean.length)] as const;
    return new RawAnswer(status, [...headers, length], clean.chunks(), json.release);
  } catch (error) {
    json.release();
    throw unjudgedRefusalOf(error, signal);
  }
}

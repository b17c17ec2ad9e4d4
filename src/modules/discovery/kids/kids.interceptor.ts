import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, mergeMap, type Observable } from 'rxjs';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { RawJson } from '../../../core/http/raw-json.js';
import {
  ContentLimits,
  type KidsJudge,
  limitsNotApplied,
  titleNotAvailable,
} from '../../content-policy/content-policy.public.js';
import { KIDS_FILTERED_METADATA, type KidsFiltered } from './kids-filtered.decorators.js';
import { KidsRows } from './kids-rows.js';

/**
 * Applies a kids account's limits to what discovery answers, after every cache. Any other account gets the answer as it
 * stands. A route that doesn't say what it answers is not for kids accounts. Source: doc 2 section 4 (Kids accounts on
 * discovery), security 19.
 */
@Injectable()
export class KidsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: ContentLimits,
    private readonly rows: KidsRows,
  ) {}

  /** @throws AppError 503 when the limits can't be read or ranked, before anything is asked; else as {@link KidsRows} */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (caller?.kids === false) return next.handle();
    const judgeNow = async (): Promise<KidsJudge | null | undefined> => caller && this.limits.of(caller.userId);
    if ((await judgeNow()) === null) return next.handle();
    const filtered = this.reflector.get<KidsFiltered | undefined>(KIDS_FILTERED_METADATA, context.getHandler());
    return next.handle().pipe(
      // What isn't there and what may not be seen are one to a kids account.
      catchError((fault: unknown) => {
        throw fault instanceof AppError && fault.status === 404 ? titleNotAvailable() : fault;
      }),
      mergeMap(async (answer: unknown) => {
        // The provider may have taken its time: those limits hold that are set when the answer is there.
        const judge = await judgeNow();
        if (judge === null) return answer;
        if (judge && filtered && answer instanceof RawJson) return this.rows.apply(judge, filtered, answer);
        throw limitsNotApplied(new Error('an answer of discovery does not say what it is'));
      }),
    );
  }
}

import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, from, mergeMap, type Observable } from 'rxjs';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { AppError } from '../../../core/errors/app-error.js';
import { shareOf } from '../../../core/shares/share.js';
import {
  ContentLimitsService,
  limitsNotApplied,
  titleNotAvailable,
} from '../../content-policy/content-policy.public.js';
import type { KidsCut } from './cuts/kids-cut.js';
import { KidsAnswersService } from './kids-answers.service.js';
import { KIDS_FILTERED_METADATA, type KidsFiltered } from './kids-filtered.decorators.js';

/**
 * Applies a kids account's limits to what discovery answers, after every cache. Any other account gets the answer as it
 * stands. A route that doesn't say what becomes of its answer is not for kids accounts. Source: doc 2 section 4 (Kids accounts on
 * discovery), security 19.
 */
@Injectable()
export class DiscoveryKidsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: ContentLimitsService,
    private readonly answers: KidsAnswersService,
  ) {}

  /** @throws AppError 503 when the limits can't be read or ranked, before anything is asked; else as {@link KidsAnswersService} */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { caller } = context.switchToHttp().getRequest<JudgedRequest>();
    if (!caller) throw limitsNotApplied(new Error('nobody is known whose limits hold'));
    const { userId, kids } = caller;
    const filtered = this.reflector.get<KidsFiltered | undefined>(KIDS_FILTERED_METADATA, context.getHandler());
    if (filtered === 'whole') return next.handle();
    if (kids) await this.limits.of(userId);
    return next.handle().pipe(
      catchError((fault: unknown) => from(this.refused(userId, fault))),
      mergeMap((answer: unknown) => this.shown(userId, filtered, answer)),
    );
  }

  /** What isn't there and what may not be seen are one to a kids account. */
  private async refused(userId: number, fault: unknown): Promise<never> {
    const isAbsence = fault instanceof AppError && fault.status === 404;
    throw isAbsence && (await this.limits.of(userId)) ? titleNotAvailable() : fault;
  }

  /** The provider may have taken its time, and so may ratings: those limits hold that are set when the answer goes out. */
  private async shown(userId: number, filtered: KidsCut | undefined, answer: unknown): Promise<unknown> {
    const judge = await this.limits.of(userId);
    if (judge === null) return answer;
    if (!filtered) throw limitsNotApplied(new Error('an answer of discovery does not say what it is'));
    const cut = await this.answers.cut(judge, filtered, answer, shareOf(userId));
    await this.limits.requireStill(userId, judge);
    return cut;
  }
}

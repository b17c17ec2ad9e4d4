import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { type KidsFilter, KidsFilteredBy } from '../../../core/access/kids.decorators.js';
import { AppError } from '../../../core/errors/app-error.js';
import { RawJson } from '../../../core/http/raw-answer.js';
import { shareOf, type Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import {
  ContentLimitsService,
  limitsNotApplied,
  titleNotAvailable,
  type KidsJudge,
} from '../../content-policy/content-policy.public.js';
import type { KidsCut } from './kids-cut.js';
import { TitleLookups } from './title-lookups.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { genreCut, creditsCut, personCut, pageCut, titleCut, type RowKind } from './answer-cuts.js';

@Injectable()
export class DiscoveryKidsFilter implements KidsFilter<KidsCut> {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError 503 when the limits can't be read or ranked, for a kids account before the handler runs; 502 when
   *   an answer can't be read or a rating not looked up; 404 where all of the answer is outside of the limits
   */
  async apply({ userId, kids }: Caller, handle: () => Promise<unknown>, cut: KidsCut): Promise<unknown> {
    if (kids) await this.limits.of(userId);
    const answer = await handle().catch((fault: unknown) => this.hideAbsence(userId, fault));
    // The provider may have been slow: the limits of this moment apply, and still have to when the answer goes out.
    const judge = await this.limits.of(userId);
    if (judge === null) return answer;
    const shown = await this.cutAnswer(judge, cut, answer, shareOf(userId));
    await this.limits.requireStill(userId, judge);
    return shown;
  }

  /** A title that doesn't exist looks like one that a kids account may not see. */
  private async hideAbsence(userId: number, fault: unknown): Promise<never> {
    const isAbsence = fault instanceof AppError && fault.status === 404;
    throw isAbsence && (await this.limits.of(userId)) ? titleNotAvailable() : fault;
  }

  private async cutAnswer(judge: KidsJudge, cut: KidsCut, answer: unknown, share: Share): Promise<unknown> {
    try {
      const whole: unknown = answer instanceof RawJson ? JSON.parse(answer.text) : answer;
      const left = await cut(whole, new TitleLookups(this.limits, judge, this.clock, share), answer);
      if (left === whole) return answer;
      return answer instanceof RawJson ? new RawJson(JSON.stringify(left)) : left;
    } catch (fault) {
      throw fault instanceof AppError ? fault : limitsNotApplied(fault);
    }
  }
}

export const KidsCutBy = (cut: KidsCut): MethodDecorator => KidsFilteredBy(DiscoveryKidsFilter, cut);

export const KidsTitle = (kind: TitleKind): MethodDecorator => KidsCutBy(titleCut(kind));

/** The route answers titles of one kind, or rows that name theirs. */
export const KidsPage = (kind: RowKind): MethodDecorator => KidsCutBy(pageCut(kind));

export const KidsPerson = (): MethodDecorator => KidsCutBy(personCut);

export const KidsCredits = (): MethodDecorator => KidsCutBy(creditsCut);

export const KidsGenres = (kind: TitleKind): MethodDecorator => KidsCutBy(genreCut(kind));

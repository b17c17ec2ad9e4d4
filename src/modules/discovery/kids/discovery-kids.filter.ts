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

/**
 * Cuts discovery's answers to what a kids account may see, after every cache. Any other account gets the answer unchanged.
 * Source: doc 2 section 4 (Kids accounts on discovery), security 19.
 */
@Injectable()
export class DiscoveryKidsFilter implements KidsFilter<KidsCut> {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError 503 when the limits can't be read or ranked, for a kids account before the handler runs; 502 "content
   *   limits could not be applied" for an answer that can't be read, and when a rating can't be looked up; 404 "not
   *   available" where all of the answer is outside of the limits
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

  /** To a kids account a title that doesn't exist looks like one that it may not see. */
  private async hideAbsence(userId: number, fault: unknown): Promise<never> {
    const isAbsence = fault instanceof AppError && fault.status === 404;
    throw isAbsence && (await this.limits.of(userId)) ? titleNotAvailable() : fault;
  }

  /**
   * The answer itself where the cut removes nothing.
   *
   * @param share the account that ratings are looked up for
   */
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

/** A kids account gets what this leaves of the answer. */
export const KidsCutBy = (cut: KidsCut): MethodDecorator => KidsFilteredBy(DiscoveryKidsFilter, cut);

/** The route answers one title; outside a kids account's limits it is 404. */
export const KidsTitle = (kind: TitleKind): MethodDecorator => KidsCutBy(titleCut(kind));

/** The route answers a page of titles of one kind, or of rows that name theirs; a kids account gets the rows within its limits. */
export const KidsPage = (kind: RowKind): MethodDecorator => KidsCutBy(pageCut(kind));

/** The route answers a person; one who performs for adults is 404 for a kids account. */
export const KidsPerson = (): MethodDecorator => KidsCutBy(personCut);

/** The route answers what a person has been part of; a kids account gets the titles within its limits. */
export const KidsCredits = (): MethodDecorator => KidsCutBy(creditsCut);

/** The route answers a list of genres; a kids account gets those that aren't hidden. */
export const KidsGenres = (kind: TitleKind): MethodDecorator => KidsCutBy(genreCut(kind));

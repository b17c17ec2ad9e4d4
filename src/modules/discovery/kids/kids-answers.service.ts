import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { RawJson } from '../../../core/http/raw-json.js';
import type { Share } from '../../../core/shares/share.js';
import { Clock } from '../../../core/time/clock.js';
import { ContentLimitsService, limitsNotApplied, type KidsJudge } from '../../content-policy/content-policy.public.js';
import type { KidsCut } from './cuts/kids-cut.js';
import { TitleLookups } from './title-lookups.js';

/** Cuts answers to what a kids account may see. Source: doc 2 section 4 (Kids accounts on discovery). */
@Injectable()
export class KidsAnswersService {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly clock: Clock,
  ) {}

  /**
   * What goes out in place of the answer: the answer itself where nothing was taken away.
   *
   * @param share in whose name ratings are looked up
   * @throws AppError 502 "content limits could not be applied" for an answer that can't be read, and when a rating can't
   *   be looked up; 404 "not available" where all of it is outside of the limits
   */
  async cut(judge: KidsJudge, cut: KidsCut, answer: unknown, share: Share): Promise<unknown> {
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

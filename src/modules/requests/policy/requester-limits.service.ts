import { Injectable } from '@nestjs/common';
import { shareOf, type Share } from '../../../core/shares/fair-line.js';
import type { Caller } from '../../../core/access/caller.js';
import { ContentLimitsService, titleNotAvailable, type KidsJudge } from '../../content-policy/content-policy.public.js';
import type { RequestRow } from '../saved/request-row.entity.js';

/** Which title a request or a question is about. */
type AskedTitle = Pick<RequestRow, 'mediaType' | 'tmdbId'>;

/** Titles of one list that are judged side by side, so that a long list leaves room for others who look up ratings. */
const AT_ONCE = 20;

/**
 * Which titles may a caller ask for, and be told of? Any account but a kids account all of them. What is told is let out
 * by the limits that hold by then, because libraries and ratings take their time. Source: doc 4 section 1.10, security 19.
 *
 * Every method throws AppError 503 when the limits of a kids account can't be read or ranked, and 502 when a title can't be
 * judged. None may be called inside a transaction.
 */
@Injectable()
export class RequesterLimitsService {
  constructor(private readonly limits: ContentLimitsService) {}

  /** @throws AppError 404 "not available" for a title outside the caller's limits */
  async require(caller: Caller, { mediaType, tmdbId }: AskedTitle): Promise<void> {
    if (caller.kids) await this.limits.require(caller.userId, mediaType, tmdbId);
  }

  /**
   * What the work tells of a title, for a caller who may be told of it both before the work and after it.
   *
   * @throws AppError 404 "not available" for a title outside the caller's limits; 503 where other limits hold after the
   *   work, be it that the account became a kids account meanwhile; what the work throws
   */
  async told<T>(caller: Caller, { mediaType, tmdbId }: AskedTitle, work: () => Promise<T>): Promise<T> {
    const judge = await this.judgeOf(caller);
    if (judge && !(await this.shows(judge, { mediaType, tmdbId }, shareOf(caller.userId)))) throw titleNotAvailable();
    const told = await work();
    await this.limits.requireStill(caller.userId, judge);
    return told;
  }

  /** Resolves when the caller's limits are known, whatever they are. */
  async requireReadable(caller: Caller): Promise<void> {
    if (caller.kids) await this.limits.of(caller.userId);
  }

  /**
   * Those of the caller's own requests that are for titles within the caller's limits.
   *
   * @throws AppError 503 also where other limits hold when all of them have been judged
   */
  async within<T extends { readonly request: AskedTitle }>(
    caller: Caller,
    requests: readonly T[],
  ): Promise<readonly T[]> {
    const judge = await this.judgeOf(caller);
    const shown = judge ? await this.shown(judge, requests, shareOf(caller.userId)) : requests;
    await this.limits.requireStill(caller.userId, judge);
    return shown;
  }

  private async judgeOf(caller: Caller): Promise<KidsJudge | null> {
    return caller.kids ? this.limits.of(caller.userId) : null;
  }

  private async shown<T extends { readonly request: AskedTitle }>(
    judge: KidsJudge,
    requests: readonly T[],
    share: Share,
  ): Promise<readonly T[]> {
    const shown: T[] = [];
    for (let place = 0; place < requests.length; place += AT_ONCE) {
      const some = requests.slice(place, place + AT_ONCE);
      const verdicts = await Promise.all(some.map(({ request }) => this.shows(judge, request, share)));
      shown.push(...some.filter((_, own) => verdicts[own]));
    }
    return shown;
  }

  private async shows(judge: KidsJudge, { mediaType, tmdbId }: AskedTitle, share: Share): Promise<boolean> {
    return (await this.limits.judge(judge, mediaType, tmdbId, share)).shown;
  }
}

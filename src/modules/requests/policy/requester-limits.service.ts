import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { type Share, shareOf } from '../../../core/shares/fair-line.js';
import { ContentLimitsService, type KidsJudge, titleNotAvailable } from '../../content-policy/content-policy.public.js';
import type { RequestRow } from '../saved/rows.js';
import { isOfProvider } from '../saved/work.js';

type AskedTitle = Pick<RequestRow, 'mediaType' | 'tmdbId'>;

/** How many titles of one list are judged at the same time, so that a long list leaves capacity for other callers. */
const AT_ONCE = 20;

/**
 * Applies the limits of kids accounts to requests and to answers about titles; other accounts have none. Reading takes
 * time, so an answer is checked against the limits in force when it is sent.
 *
 * Every method throws AppError 503 when the limits can't be read or ranked, and 502 when a title can't be judged. None
 * may be called inside a transaction.
 */
@Injectable()
export class RequesterLimitsService {
  constructor(private readonly limits: ContentLimitsService) {}

  async require(caller: Caller, title: AskedTitle): Promise<void> {
    if (caller.kids && isOfProvider(title)) await this.limits.require(caller.userId, title.mediaType, title.tmdbId);
  }

  /**
   * The result of the work, for a caller whose limits allow the title before and after it.
   * @throws AppError 404 "not available" for a title outside of them; 503 when they changed during the work
   */
  async guard<T>(caller: Caller, title: AskedTitle, work: () => Promise<T>): Promise<T> {
    const judge = await this.judgeOf(caller);
    if (judge && !(await this.shows(judge, title, shareOf(caller.userId)))) throw titleNotAvailable();
    const answer = await work();
    await this.limits.requireStill(caller.userId, judge);
    return answer;
  }

  /** Resolves when the caller's limits can be read, whatever they are. */
  async requireReadable(caller: Caller): Promise<void> {
    if (caller.kids) await this.limits.of(caller.userId);
  }

  /** The caller's requests within the limits. @throws AppError 503 also when the limits changed meanwhile */
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

  /** Titles without ratings are shown: for them, the grant of the library is the limit. */
  private async shows(judge: KidsJudge, title: AskedTitle, share: Share): Promise<boolean> {
    return !isOfProvider(title) || (await this.limits.judge(judge, title.mediaType, title.tmdbId, share)).shown;
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { type Share, shareOf } from '../../../core/shares/fair-line.js';
import { ContentLimitsService, type KidsJudge, titleNotAvailable } from '../../content-policy/content-policy.public.js';
import type { RequestRow } from '../saved/rows.js';
import { isOfProvider } from '../saved/work.js';

type AskedTitle = Pick<RequestRow, 'mediaType' | 'tmdbId'>;

/** So many titles of one list are judged at once, so that a long list leaves capacity for other callers. */
const AT_ONCE = 20;

/**
 * Limits kids accounts; others have none. Reading takes time, so an answer is checked against the limits in force when
 * it is sent. Methods throw AppError 503 for limits that can't be read or ranked, 502 for a title that can't be judged.
 * None goes into a transaction.
 */
@Injectable()
export class RequesterLimitsService {
  constructor(private readonly limits: ContentLimitsService) {}

  async require(caller: Caller, title: AskedTitle): Promise<void> {
    if (caller.kids && isOfProvider(title)) await this.limits.require(caller.userId, title.mediaType, title.tmdbId);
  }

  /** The limits must allow the title before and after the work. @throws AppError 404 "not available"; 503 when they changed meanwhile */
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

import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import type { Share } from '../../../core/shares/fair-line.js';
import type { Clock } from '../../../core/time/clock.js';
import {
  limitsNotApplied,
  type ContentLimitsService,
  type KidsJudge,
} from '../../content-policy/content-policy.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { KidsView, ListedTitle } from './kids-cut.js';

/** As many as the whole server looks up at once. */
const AT_ONCE = 8;
/**
 * After this no more are begun: a calendar has thousands of titles. With the last ones it is over before a reverse
 * proxy gives up, which is mostly after a minute.
 */
const LOOKED_UP_FOR_MS = 30_000;

/** For one answer: no more ratings are looked up once one couldn't be, or half a minute is over. */
export class TitleLookups implements KidsView {
  private readonly few = new FewAtATime(AT_ONCE, Infinity);
  private readonly until: number;
  private failure: { readonly fault: unknown } | null = null;

  constructor(
    private readonly limits: Pick<ContentLimitsService, 'judge'>,
    private readonly judge: KidsJudge,
    private readonly clock: Clock,
    private readonly share: Share,
  ) {
    this.until = clock.monotonic() + LOOKED_UP_FOR_MS;
  }

  async shows(title: ListedTitle): Promise<boolean> {
    const { judge } = this;
    if (judge.hiddenOnSight(title.kind, title)) return false;
    return this.few.run(() => this.lookUp(title));
  }

  hidesGenre(kind: TitleKind, genreId: number): boolean {
    return this.judge.hiddenOnSight(kind, { adult: false, genreIds: [genreId] }) !== null;
  }

  private async lookUp({ kind, tmdbId }: ListedTitle): Promise<boolean> {
    if (this.failure) throw this.failure.fault;
    try {
      if (this.clock.monotonic() >= this.until) throw limitsNotApplied(new Error('ratings are looked up for too long'));
      return (await this.limits.judge(this.judge, kind, tmdbId, this.share)).shown;
    } catch (fault) {
      this.failure ??= { fault };
      throw fault;
    }
  }
}

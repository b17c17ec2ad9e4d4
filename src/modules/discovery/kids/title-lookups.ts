import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import type { ContentLimits, KidsJudge } from '../../content-policy/content-policy.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { KidsView, ListedTitle } from './kids-cut.js';

/** As many as the whole server looks up at once, so that a long answer leaves the others their turns. */
const AT_ONCE = 8;

/**
 * What one kids account may see, for the length of one answer. Ratings are looked up a few at a time, and no more once one
 * of them couldn't be: the answer is lost by then.
 */
export class TitleLookups implements KidsView {
  private readonly few = new FewAtATime(AT_ONCE, Infinity);
  private failure: { readonly fault: unknown } | null = null;

  constructor(
    private readonly limits: ContentLimits,
    private readonly judge: KidsJudge,
  ) {}

  async shows(title: ListedTitle): Promise<boolean> {
    const { judge } = this;
    if (judge.hiddenOnSight(title.kind, title)) return false;
    return this.few.run(() => this.lookedUp(title));
  }

  hidesGenre(kind: TitleKind, genreId: number): boolean {
    return this.judge.hiddenOnSight(kind, { adult: false, genreIds: [genreId] }) !== null;
  }

  private async lookedUp({ kind, tmdbId }: ListedTitle): Promise<boolean> {
    if (this.failure) throw this.failure.fault;
    try {
      return (await this.limits.judge(this.judge, kind, tmdbId)).shown;
    } catch (fault) {
      this.failure ??= { fault };
      throw fault;
    }
  }
}

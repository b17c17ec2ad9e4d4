import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Allowances, failingClosed, filmUnit, type AllowanceQuote } from '../../quotas/quotas.public.js';
import type { Wish } from '../saved/open-key.js';
import { LiveFilms } from '../status/live-films.js';
import { FilmWishes, type FilmWish } from './film-wish.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import { SubmitFilmRequest } from './submit-film-request.js';

/** What would a request for a film cost? Saves nothing and reserves nothing. */
@Injectable()
export class PreviewFilmRequest {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly wishes: FilmWishes,
    private readonly live: LiveFilms,
    private readonly submission: SubmitFilmRequest,
    private readonly allowances: Allowances,
  ) {}

  /**
   * The price of what {@link SubmitFilmRequest.submit} would save at this moment. What is there or stands already costs
   * nothing, as far as the library tells within a quarter of a second. Source: doc 4 section 1.18.
   *
   * @throws AppError 400, 403 or 404 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, film: FilmWish): Promise<AllowanceQuote> {
    const { wish } = await this.wishes.resolve(caller, film);
    const units = (await this.isFree(wish)) ? [] : [filmUnit(wish.tmdbId)];
    return failingClosed(() =>
      this.database.read(async (tx) => {
        await this.wishes.recheck(tx, caller, wish);
        return this.allowances.preview(tx, caller, { instanceId: wish.instanceId, units }, this.clock.now());
      }),
    );
  }

  private async isFree(wish: Wish): Promise<boolean> {
    const open = await this.database.read((tx) => this.submission.open(tx, wish));
    const live = await this.live.glance(wish);
    return isOwned(live) || (open !== null && judgeRepeat(open.delivery, live) === 'stands');
  }
}

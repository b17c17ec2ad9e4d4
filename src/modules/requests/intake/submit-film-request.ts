import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { QuotaExceeded } from '../../quotas/quotas.public.js';
import type { Wish } from '../saved/open-key.js';
import { LiveFilms } from '../status/live-films.js';
import type { Submission, WrittenRequest } from './accept-request.js';
import { FilmWishes, type FilmWish } from './film-wish.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import { SaveFilmRequest } from './save-film-request.js';

/** Takes a request for a film: durable before it is acknowledged, and only once per account, film and library. */
@Injectable()
export class SubmitFilmRequest {
  constructor(
    private readonly database: Database,
    private readonly wishes: FilmWishes,
    private readonly live: LiveFilms,
    private readonly saving: SaveFilmRequest,
  ) {}

  /**
   * Saves the request, what it costs and its delivery job in one write. Delivery itself is the worker's.
   *
   * @throws AppError 400, 403 or 404 as {@link FilmWishes.resolve}
   * @throws QuotaExceeded 429 when the caller's allowance has not enough left, unless the library is quick to prove
   *   that nothing has to be spent. Source: doc 4 section 1.18
   */
  async submit(caller: Caller, film: FilmWish): Promise<Submission> {
    const { wish, title } = await this.wishes.resolve(caller, film);
    const { instanceId } = wish;
    if (this.live.isOwned(wish)) return { kind: 'owned', title, instanceId };
    const written = await this.saved(caller, { ...film, title }, wish);
    return written ? { kind: 'saved', instanceId, ...written } : { kind: 'owned', title, instanceId };
  }

  /** What was written; null when the allowance refused and the library holds the film. */
  private async saved(
    caller: Caller,
    film: FilmWish & { readonly title: string },
    wish: Wish,
  ): Promise<WrittenRequest | null> {
    const stale = await this.staleRequest(wish);
    try {
      return await this.database.write(async (tx) => {
        // The first look was for the library's sake; what holds now is judged where it is written.
        await this.wishes.recheck(tx, caller, wish);
        return this.saving.save(tx, caller, film, wish, stale);
      });
    } catch (fault) {
      if (fault instanceof QuotaExceeded && isOwned(await this.live.glance(wish))) return null;
      throw fault;
    }
  }

  /** The open request that has become history because its film was deleted from the library, if that is so. */
  private async staleRequest(wish: Wish): Promise<number | null> {
    // Mostly there is none, which one statement tells.
    if (!(await this.database.readOne((tx) => this.saving.stands(tx, wish)))) return null;
    const standing = await this.database.read((tx) => this.saving.standing(tx, wish));
    if (standing?.delivery !== 'complete') return null;
    const states = await this.live.read([wish]);
    return judgeRepeat(standing.delivery, states(wish)) === 'makes_room' ? standing.id : null;
  }
}

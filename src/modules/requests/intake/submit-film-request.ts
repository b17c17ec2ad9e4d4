import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { InstanceAccess } from '../../instances/instances.public.js';
import { RequestPending } from '../requests.events.js';
import type { Wish } from '../saved/open-key.js';
import { LiveFilms } from '../status/live-films.js';
import { FilmTitles } from './film-title.js';
import { judgeRepeat } from './judge-repeat.js';
import { SaveFilmRequest, type FilmWish } from './save-film-request.js';

/** What became of it. */
export type Submission =
  /** The library holds the film already; nothing was saved. */
  | { readonly kind: 'owned'; readonly title: string; readonly instanceId: string }
  /** A request stands for it: a new one, or the one that stood already. */
  | { readonly kind: 'saved'; readonly requestId: number; readonly instanceId: string; readonly isNew: boolean };

/** Takes a request for a film: durable before it is acknowledged, and only once per account, film and library. */
@Injectable()
export class SubmitFilmRequest {
  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly access: InstanceAccess,
    private readonly live: LiveFilms,
    private readonly titles: FilmTitles,
    private readonly saving: SaveFilmRequest,
  ) {}

  /**
   * Saves the request and its delivery job in one write. Delivery itself is the worker's.
   *
   * @throws AppError 400 or 403 when the library is unknown or not the caller's, before anybody is asked about the
   *   film; 404 when the provider affirms that there is no such film. Source: doc 4 section 1.10
   */
  async submit(caller: Caller, film: FilmWish): Promise<Submission> {
    const { id: instanceId } = await this.database.read((tx) =>
      this.access.resolveDestination(tx, caller, 'movie_manager', film.instanceId),
    );
    const title = await this.titles.titleOf(film.tmdbId, film.title);
    const wish: Wish = { userId: caller.userId, mediaType: 'movie', tmdbId: film.tmdbId, instanceId };
    if (this.live.isOwned(wish)) return { kind: 'owned', title, instanceId };
    const stale = await this.staleRequest(wish);
    const written = await this.database.write(async (tx) => {
      // The first look was for the library's sake; what holds now is judged where it is written.
      await this.access.resolveDestination(tx, caller, 'movie_manager', instanceId);
      return this.saving.save(tx, caller, { ...film, title }, wish, stale);
    });
    if (written.isNew && written.pending) await this.events.publish(new RequestPending(written.requestId));
    return { kind: 'saved', requestId: written.requestId, instanceId, isNew: written.isNew };
  }

  /** The open request that has become history because its film was deleted from the library, if that is so. */
  private async staleRequest(wish: Wish): Promise<number | null> {
    const standing = await this.database.read((tx) => this.saving.standing(tx, wish));
    if (standing?.delivery !== 'complete') return null;
    const states = await this.live.read([wish]);
    return judgeRepeat(standing.delivery, states(wish)) === 'makes_room' ? standing.id : null;
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { filmUnit, QuotaExceeded } from '../../quotas/quotas.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { Dispatches } from '../jobs/dispatches.js';
import { RequestPolicies } from '../policy/request-policies.js';
import type { Wish } from '../saved/open-key.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { LiveFilms } from '../status/live-films.js';
import { RequestTransitions, type WrittenRequest } from '../transitions/request-transitions.js';
import { FilmWishes, type FilmWish } from './film-wish.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import type { Submission } from './submission.js';

/** A film that is asked for: the caller's words, the title and the wish that they come to. */
interface AskedFilm {
  readonly wish: Wish;
  readonly title: string;
  readonly qualityProfileId: number;
}

/** The request that stands for a film, with the state of its delivery. */
export interface OpenFilmRequest {
  readonly id: number;
  readonly delivery: DispatchState;
}

/** Takes a request for a film: durable before it is acknowledged, and only once per account, film and library. */
@Injectable()
export class SubmitFilmRequest {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly wishes: FilmWishes,
    private readonly live: LiveFilms,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly policies: RequestPolicies,
    private readonly transitions: RequestTransitions,
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
    const owned = { kind: 'owned', title, instanceId } as const;
    if (this.live.isOwned(wish)) return owned;
    const stale = await this.staleRequest(wish);
    const asked = { wish, title, qualityProfileId: film.qualityProfileId };
    const written = await this.saveUnlessOwned(caller, asked, stale);
    return written ? { kind: 'saved', instanceId, ...written } : owned;
  }

  /** The request that stands for a wish; null when there is none. */
  async open(tx: ReadTx, wish: Wish): Promise<OpenFilmRequest | null> {
    const row = await this.saved.open(tx, wish);
    const job = row && (await this.dispatches.ofRequest(tx, row.id));
    return job && { id: row.id, delivery: job.state };
  }

  /** The open request that has become history because its film was deleted from the library, if that is so. */
  private async staleRequest(wish: Wish): Promise<number | null> {
    // Mostly there is none, which one statement tells.
    if (!(await this.database.readOne(async (tx) => (await this.saved.open(tx, wish)) !== null))) return null;
    const request = await this.database.read((tx) => this.open(tx, wish));
    if (request?.delivery !== 'complete') return null;
    const states = await this.live.read([wish]);
    return judgeRepeat(request.delivery, states(wish)) === 'makes_room' ? request.id : null;
  }

  /** What was written; null when the allowance refused and the library holds the film. */
  private async saveUnlessOwned(
    caller: Caller,
    asked: AskedFilm,
    stale: number | null,
  ): Promise<WrittenRequest | null> {
    try {
      return await this.database.write((tx) => this.save(tx, caller, asked, stale));
    } catch (fault) {
      if (fault instanceof QuotaExceeded && isOwned(await this.live.glance(asked.wish))) return null;
      throw fault;
    }
  }

  /**
   * Judges the caller's access again, since time has passed; then reuses the request that stands, or adds a new one.
   *
   * @param stale the open request that has become history and makes room, if any
   */
  private async save(
    tx: WriteTx,
    caller: Caller,
    { wish, title, qualityProfileId }: AskedFilm,
    stale: number | null,
  ): Promise<WrittenRequest> {
    await this.wishes.recheck(tx, caller, wish);
    const open = await this.saved.open(tx, wish);
    if (open && open.id !== stale)
      return { requestId: open.id, isNew: false, pending: open.status === 'pending', spent: false };
    if (open) await this.transitions.superseded(tx, open.id);
    const policy = await this.policies.forFilms(tx, caller.userId, caller.role);
    const accepted = { wish: { ...wish, title, qualityProfileId }, policy, units: [filmUnit(wish.tmdbId)] };
    return this.transitions.added(tx, caller, accepted, this.clock.now());
  }
}

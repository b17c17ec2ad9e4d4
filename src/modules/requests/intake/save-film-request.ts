import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { filmUnit } from '../../quotas/quotas.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { Dispatches } from '../jobs/dispatches.js';
import { RequestPolicies } from '../policy/request-policies.js';
import type { Wish } from '../saved/open-key.js';
import { SavedRequests } from '../saved/saved-requests.js';
import { AcceptRequest, type WrittenRequest } from './accept-request.js';
import type { FilmWish } from './film-wish.js';

/** The request that stands for a wish. */
export interface StandingRequest {
  readonly id: number;
  readonly delivery: DispatchState;
}

/** The part of a film's submission that happens inside its write. */
@Injectable()
export class SaveFilmRequest {
  constructor(
    private readonly policies: RequestPolicies,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly acceptance: AcceptRequest,
  ) {}

  /** Does a request stand for a wish? One statement. */
  async stands(tx: ReadTx, wish: Wish): Promise<boolean> {
    return (await this.saved.open(tx, wish)) !== null;
  }

  /** The request that stands for a wish, with where its delivery stands. */
  async standing(tx: ReadTx, wish: Wish): Promise<StandingRequest | null> {
    const row = await this.saved.open(tx, wish);
    const job = row && (await this.dispatches.ofRequest(tx, row.id));
    return job && { id: row.id, delivery: job.state };
  }

  /**
   * Reuses the request that stands, or writes a new one with what it costs and its job.
   *
   * @param stale the standing request that has become history and makes room, if any
   * @throws QuotaExceeded when the caller's allowance has not enough left; it leaves the write, and nothing is kept
   */
  async save(
    tx: WriteTx,
    caller: Caller,
    { title, qualityProfileId }: FilmWish & { readonly title: string },
    wish: Wish,
    stale: number | null,
  ): Promise<WrittenRequest> {
    const standing = await this.saved.open(tx, wish);
    if (standing && standing.id !== stale)
      return { requestId: standing.id, isNew: false, pending: standing.status === 'pending', spent: false };
    if (standing) await this.saved.change(tx, standing.id, { status: 'unavailable', openKey: null });
    const policy = await this.policies.forFilms(tx, caller.userId, caller.role);
    return this.acceptance.accept(tx, caller, { ...wish, title, qualityProfileId }, policy, [filmUnit(wish.tmdbId)]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import type { DispatchState } from '../delivery/dispatch-row.entity.js';
import { Dispatches } from '../delivery/dispatches.js';
import { RequestPolicies } from '../policy/request-policies.js';
import { Allowances } from '../quotas/allowances.js';
import { filmUnit } from '../quotas/quota-unit.js';
import type { Wish } from '../saved/open-key.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { SavedRequests } from '../saved/saved-requests.js';
import type { FilmWish } from './film-wish.js';

/** The request that stands for a wish. */
export interface StandingRequest {
  readonly id: number;
  readonly delivery: DispatchState;
}

/** What a write has left behind. */
export interface WrittenRequest {
  readonly requestId: number;
  readonly isNew: boolean;
  readonly pending: boolean;
  /** A unit of the caller's allowance was spent. */
  readonly spent: boolean;
}

/** The part of a submission that happens inside its write. */
@Injectable()
export class SaveFilmRequest {
  constructor(
    private readonly clock: Clock,
    private readonly policies: RequestPolicies,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly allowances: Allowances,
  ) {}

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
    film: FilmWish & { readonly title: string },
    wish: Wish,
    stale: number | null,
  ): Promise<WrittenRequest> {
    const standing = await this.saved.open(tx, wish);
    if (standing && standing.id !== stale)
      return { requestId: standing.id, isNew: false, pending: standing.status === 'pending', spent: false };
    if (standing) await this.saved.change(tx, standing.id, { status: 'unavailable', openKey: null });
    const now = this.clock.now();
    const policy = await this.policies.forFilms(tx, caller.userId, caller.role);
    const status: RequestRow['status'] = policy.requireApproval ? 'pending' : 'requested';
    const requestId = await this.saved.insert(tx, {
      ...wish,
      requesterName: caller.username,
      title: film.title,
      status,
      qualityProfileId: policy.allowQualityChoice ? film.qualityProfileId : 0,
      requestedAt: now,
    });
    const { instanceId } = wish;
    const units = [filmUnit(film.tmdbId)];
    const spent = await this.allowances.charge(tx, requestId, caller, { instanceId, units }, now);
    await this.dispatches.insert(tx, requestId, policy.requireApproval ? 'approval' : 'queued', now);
    return { requestId, isNew: true, pending: policy.requireApproval, spent };
  }
}

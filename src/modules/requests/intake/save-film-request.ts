import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import type { DispatchState } from '../delivery/dispatch-row.entity.js';
import { Dispatches } from '../delivery/dispatches.js';
import { RequestPolicies } from '../policy/request-policies.js';
import type { Wish } from '../saved/open-key.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { SavedRequests } from '../saved/saved-requests.js';

/** What somebody asks for. */
export interface FilmWish {
  readonly tmdbId: number;
  /** What the caller calls it; used only while the provider can't be asked. */
  readonly title: string | undefined;
  /** The library that was named; undefined for the caller's default. */
  readonly instanceId: string | undefined;
  /** 0 for the server's choice. */
  readonly qualityProfileId: number;
}

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
}

/** The part of a submission that happens inside its write. */
@Injectable()
export class SaveFilmRequest {
  constructor(
    private readonly clock: Clock,
    private readonly policies: RequestPolicies,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
  ) {}

  /** The request that stands for a wish, with where its delivery stands. */
  async standing(tx: ReadTx, wish: Wish): Promise<StandingRequest | null> {
    const row = await this.saved.open(tx, wish);
    const job = row && (await this.dispatches.ofRequest(tx, row.id));
    return job && { id: row.id, delivery: job.state };
  }

  /**
   * Reuses the request that stands, or writes a new one with its job.
   *
   * @param stale the standing request that has become history and makes room, if any
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
      return { requestId: standing.id, isNew: false, pending: standing.status === 'pending' };
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
    await this.dispatches.insert(tx, requestId, policy.requireApproval ? 'approval' : 'queued', now);
    return { requestId, isNew: true, pending: policy.requireApproval };
  }
}

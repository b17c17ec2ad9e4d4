import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Allowances, type QuotaUnit } from '../../quotas/quotas.public.js';
import { Dispatches } from '../jobs/dispatches.js';
import type { TitleRequestPolicy } from '../policy/effective-policy.js';
import { SavedRequests, type NewRequest } from '../saved/saved-requests.js';

/** What a write has left behind. */
export interface WrittenRequest {
  readonly requestId: number;
  readonly isNew: boolean;
  readonly pending: boolean;
  /** A unit of the caller's allowance was spent. */
  readonly spent: boolean;
}

/** What became of a submission. */
export type Submission =
  /** The library holds all of it already; nothing was saved and nothing spent. */
  | { readonly kind: 'owned'; readonly title: string; readonly instanceId: string }
  /** A request stands for it: a new one, or the one that stood already. */
  | ({ readonly kind: 'saved'; readonly instanceId: string } & WrittenRequest);

/** What a caller asks for, once it is known which title and which library that is. */
export type AcceptedWish = Omit<NewRequest, 'requesterName' | 'status' | 'requestedAt'>;

/** Writes new requests: durable with what they cost and their delivery jobs, or not at all. */
@Injectable()
export class AcceptRequest {
  constructor(
    private readonly clock: Clock,
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly allowances: Allowances,
  ) {}

  /**
   * Adds a request, in the transaction that has found nothing that stands in its way.
   *
   * @param wish with the profile that was chosen; it is kept only where the policy allows a choice
   * @param units what the request costs before anything is shared
   * @throws QuotaExceeded when the caller's allowance has not enough left; leave the write with it, and nothing is kept
   */
  async accept(
    tx: WriteTx,
    caller: Caller,
    wish: AcceptedWish,
    { requireApproval, allowQualityChoice }: TitleRequestPolicy,
    units: readonly QuotaUnit[],
  ): Promise<WrittenRequest> {
    const now = this.clock.now();
    const requestId = await this.saved.insert(tx, {
      ...wish,
      requesterName: caller.username,
      status: requireApproval ? 'pending' : 'requested',
      qualityProfileId: allowQualityChoice ? wish.qualityProfileId : 0,
      requestedAt: now,
    });
    const { instanceId } = wish;
    const spent = await this.allowances.chargeNew(tx, requestId, caller, { instanceId, units }, now);
    await this.dispatches.insert(tx, requestId, requireApproval ? 'approval' : 'queued', now);
    return { requestId, isNew: true, pending: requireApproval, spent };
  }
}

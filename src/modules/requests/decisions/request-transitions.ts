import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Dispatches, type DispatchChange } from '../delivery/dispatches.js';
import { Allowances } from '../quotas/allowances.js';
import { SavedRequests } from '../saved/saved-requests.js';

/** What an administrator has decided, and when. */
export interface Decision {
  readonly adminId: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * How a request goes on and how it ends: its row, its delivery job and its allowance, always in one write.
 * Whoever ends a request tells, after the commit, the accounts that got a unit back. Source: doc 4 section 1.9.
 */
@Injectable()
export class RequestTransitions {
  constructor(
    private readonly saved: SavedRequests,
    private readonly dispatches: Dispatches,
    private readonly allowances: Allowances,
  ) {}

  /**
   * A pending request is approved: the worker has it next. What it spent when it was asked for stays spent.
   *
   * @param qualityProfileId the administrator's choice of profile; undefined keeps the stored one
   */
  async approved(tx: WriteTx, requestId: number, { adminId, at }: Decision, qualityProfileId?: number): Promise<void> {
    await this.saved.change(tx, requestId, {
      status: 'requested',
      approvedBy: adminId,
      decidedAt: at,
      ...(qualityProfileId === undefined ? {} : { qualityProfileId }),
    });
    await this.dispatches.change(tx, requestId, { state: 'queued', nextAttemptAt: at });
  }

  /**
   * A pending request is denied.
   *
   * @param reason shown to the requester; may be empty
   * @returns the accounts that got a unit back
   */
  async denied(tx: WriteTx, requestId: number, { adminId, at }: Decision, reason: string): Promise<readonly number[]> {
    await this.saved.change(tx, requestId, {
      status: 'denied',
      approvedBy: adminId,
      decidedAt: at,
      denyReason: reason,
      openKey: null,
    });
    await this.dispatches.change(tx, requestId, CANCELLED_JOB);
    return this.allowances.release(tx, requestId, { reason: 'denied' }, at);
  }

  /**
   * A request is withdrawn, or its requester is gone. What it spent comes back, unless the started marker is set.
   *
   * @returns the accounts that got a unit back
   */
  async withdrawn(tx: WriteTx, requestId: number, now: number): Promise<readonly number[]> {
    await this.saved.cancel(tx, requestId, now);
    await this.dispatches.change(tx, requestId, CANCELLED_JOB);
    return this.allowances.release(tx, requestId, { reason: 'cancelled' }, now);
  }

  /**
   * The library has accepted a request. A delivery that changed nothing there costs nothing. Source: doc 4 section 1.17.
   *
   * @returns the accounts that got a unit back
   */
  async delivered(tx: WriteTx, requestId: number, now: number): Promise<readonly number[]> {
    await this.saved.change(tx, requestId, { completedAt: now });
    return this.allowances.release(tx, requestId, { reason: 'no_op' }, now);
  }
}

/** A job that nobody works on any more. */
const CANCELLED_JOB: DispatchChange = {
  state: 'cancelled',
  nextAttemptAt: null,
  leaseToken: null,
  leaseUntil: null,
  code: null,
  message: '',
};

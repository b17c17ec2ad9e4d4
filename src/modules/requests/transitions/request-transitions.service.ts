import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { QuotaService, type QuotaUnit } from '../../quotas/quotas.public.js';
import { encodeSeasonMap, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { DispatchRow } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import { LEASE_MS } from '../jobs/keep-lease.js';
import { SeasonSearchRow } from '../jobs/season-search-row.entity.js';
import type { TitleRequestPolicy } from '../policy/effective-policy.js';
import { alreadyDecided, deliveryInProgress, unknownRequest } from '../requests.errors.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { RequestsRepository, type NewRequest } from '../saved/requests.repository.js';
import { mayCancel } from './delivery-actions.js';
import {
  AGAIN,
  CANCELLED_JOB,
  FRESH_JOB,
  WITHOUT_WORKER,
  type BegunJob,
  type HandedBackJob,
  type StopReason,
} from './job-changes.js';

/** What a caller asks for, once it is known which title and which library that is. */
export interface AcceptedSelection {
  /** With the profile that was chosen; it is kept only where the policy allows a choice. */
  readonly input: Omit<NewRequest, 'requesterName' | 'status' | 'requestedAt'>;
  readonly policy: TitleRequestPolicy;
  /** What the request costs before anything is shared. */
  readonly units: readonly QuotaUnit[];
}

/** What a submission's write has left behind. */
export interface WrittenRequest {
  readonly requestId: number;
  readonly isNew: boolean;
  readonly pending: boolean;
  /** A unit of the caller's allowance was spent. */
  readonly spent: boolean;
}

/** What an administrator has decided, and when. */
export interface Decision {
  readonly adminId: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What an approval may change of what was asked for. */
export type ApprovedChange = Partial<Pick<RequestRow, 'qualityProfileId' | 'seasonScope' | 'seasonMap'>>;

/** What another match changes of a request for a series. */
export type MatchChange = Pick<RequestRow, 'tvdbId' | 'seasonMap' | 'matchRevision' | 'matchProvenance'>;

/**
 * How a request goes on and how it ends: its row, its delivery job and its allowance, always in one write.
 * Whoever ends a request tells, after the commit, the accounts that got a unit back. Source: doc 4 section 1.9.
 */
@Injectable()
export class RequestTransitionsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * Adds a request with what it costs and its delivery job, in the transaction that has found nothing that stands in its
   * way.
   *
   * @throws QuotaExceeded when the caller's allowance has not enough left; leave the write with it, and nothing is kept
   */
  async added(
    tx: WriteTx,
    caller: Caller,
    { input, policy, units }: AcceptedSelection,
    now: number,
  ): Promise<WrittenRequest> {
    const pending = policy.requireApproval;
    const requestId = await this.saved.insert(tx, {
      ...input,
      requesterName: caller.username,
      status: pending ? 'pending' : 'requested',
      qualityProfileId: policy.allowQualityChoice ? input.qualityProfileId : 0,
      requestedAt: now,
    });
    const { instanceId } = input;
    const spent = await this.allowances.chargeNew(tx, requestId, caller, { instanceId, units }, now);
    await this.dispatches.insert(tx, requestId, pending ? 'approval' : 'queued', now);
    return { requestId, isNew: true, pending, spent };
  }

  /** A delivered request whose title was deleted from its library makes room for a new one. */
  async superseded(tx: WriteTx, requestId: number): Promise<void> {
    await this.saved.change(tx, requestId, { status: 'unavailable', openKey: null });
  }

  /** Deliveries that wait or have stopped start afresh. */
  async retried(tx: WriteTx, requestIds: readonly number[], now: number): Promise<void> {
    await this.dispatches.changeAll(tx, requestIds, { ...AGAIN, state: 'queued', nextAttemptAt: now });
  }

  /** Deliveries that no worker is at stop until a person helps, or their reason is gone. */
  async stopped(tx: WriteTx, requestIds: readonly number[], { code, message }: StopReason): Promise<void> {
    await this.dispatches.changeAll(tx, requestIds, { state: 'attention', code, message, nextAttemptAt: null });
  }

  /** A delivery waits for its library manager again, from its first attempt on. */
  async putBackToWaiting(tx: WriteTx, requestId: number, now: number): Promise<void> {
    await this.dispatches.change(tx, requestId, { ...AGAIN, state: 'waiting_library', nextAttemptAt: now });
  }

  /**
   * The request, while it waits for a decision.
   *
   * @throws AppError 400 for an unknown or decided request
   */
  async pending(tx: ReadTx, requestId: number): Promise<RequestRow> {
    const request = await this.saved.byId(tx, requestId);
    if (!request) throw unknownRequest();
    if (request.status !== 'pending') throw alreadyDecided();
    return request;
  }

  /**
   * A pending request is approved: the worker has it next. What it spent when it was asked for stays spent. More
   * seasons of a series may be asked for beside it from then on.
   *
   * @param change what the administrator has chosen otherwise
   */
  async approved(
    tx: WriteTx,
    { id, mediaType, openKey }: RequestRow,
    { adminId, at }: Decision,
    change: ApprovedChange,
  ): Promise<void> {
    await this.saved.change(tx, id, {
      ...change,
      status: 'requested',
      approvedBy: adminId,
      decidedAt: at,
      openKey: mediaType === 'tv' ? null : openKey,
    });
    await this.dispatches.change(tx, id, { state: 'queued', nextAttemptAt: at });
  }

  /**
   * A standing request for a series is for another one of the library's catalog from now on. One that waits for a
   * decision goes on waiting; any other is delivered anew. What its delivery remembers of the former target is
   * forgotten, for it says nothing about this one; the started marker stays.
   *
   * @throws AppError 409 while its delivery is under way
   */
  async rematched(tx: WriteTx, requestId: number, change: MatchChange, now: number): Promise<void> {
    const delivery = await this.dispatches.ofRequest(tx, requestId);
    if (delivery?.state === 'processing') throw deliveryInProgress();
    await this.saved.change(tx, requestId, change);
    await tx.delete(SeasonSearchRow, { requestId });
    if (delivery?.state === 'approval') return;
    await this.saved.change(tx, requestId, { completedAt: null });
    await this.dispatches.change(tx, requestId, { ...FRESH_JOB, nextAttemptAt: now });
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
   * Requests are gone for the requester: they hold no key, what may be cancelled is, and what they spent comes back, unless
   * the started marker is set.
   *
   * @returns the accounts that got a unit back
   * @throws AppError 409 while the delivery of one of them is under way; leave the write with it, and none is forgotten
   */
  async forgotten(tx: WriteTx, requestIds: readonly number[], now: number): Promise<readonly number[]> {
    const refunded = new Set<number>();
    for (const id of requestIds) {
      const delivery = await this.dispatches.ofRequest(tx, id);
      if (delivery?.state === 'processing') throw deliveryInProgress();
      const mayEnd = delivery !== null && mayCancel(delivery.state);
      const release = () => this.allowances.release(tx, id, { reason: 'cancelled' }, now);
      for (const userId of await (mayEnd ? this.withdrawn(tx, id, now) : release())) refunded.add(userId);
      await this.saved.change(tx, id, { openKey: null, forgottenAt: now });
    }
    return [...refunded];
  }

  /**
   * A change to the library is about to be made: the marker of the delivery is set if it isn't yet, its lease begins
   * anew, and what the change is for stays spent.
   *
   * @param units keys of the units that the change is for; all that the request has taken when undefined
   */
  async started(
    tx: WriteTx,
    { requestId, deliveryStartedAt }: Pick<DispatchRow, 'requestId' | 'deliveryStartedAt'>,
    { change, units }: { readonly change: BegunJob; readonly units: readonly string[] | undefined },
    now: number,
  ): Promise<void> {
    const { mutation, searchMark } = change;
    await this.dispatches.change(tx, requestId, {
      deliveryStartedAt: deliveryStartedAt ?? now,
      mutation,
      searchMark,
      leaseUntil: now + LEASE_MS,
    });
    await this.allowances.markStarted(tx, requestId, now, units);
  }

  /**
   * An accepted request for a series gives up seasons that its library can't have. What they have cost comes back.
   *
   * @param map the seasons that it is for from now on
   * @param givenUp keys of the units of the others
   * @returns the accounts that got a unit back
   */
  async narrowed(
    tx: WriteTx,
    requestId: number,
    { map, givenUp }: { readonly map: SeasonMap; readonly givenUp: readonly string[] },
    now: number,
  ): Promise<readonly number[]> {
    await this.saved.change(tx, requestId, { seasonMap: encodeSeasonMap(map) });
    return this.allowances.release(tx, requestId, { reason: 'no_op', keys: givenUp }, now);
  }

  /** A worker gives a delivery back that isn't complete: it waits for its next attempt, or for a person. */
  async handedBack(tx: WriteTx, requestId: number, change: HandedBackJob): Promise<void> {
    await this.dispatches.change(tx, requestId, { ...WITHOUT_WORKER, ...change });
  }

  /**
   * The library has accepted a request. A delivery that changed nothing there costs nothing. Source: doc 4 section 1.17.
   *
   * @param code what the library awaited of the title, or held, at that moment
   * @returns the accounts that got a unit back
   */
  async delivered(
    tx: WriteTx,
    requestId: number,
    code: 'available' | 'requested',
    now: number,
  ): Promise<readonly number[]> {
    await this.dispatches.change(tx, requestId, { ...WITHOUT_WORKER, state: 'complete', code, message: '' });
    await this.saved.change(tx, requestId, { completedAt: now });
    return this.allowances.release(tx, requestId, { reason: 'no_op' }, now);
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { QuotaService, type QuotaUnit, type UnitChoice } from '../../quotas/quotas.public.js';
import type { RequestPolicy } from '../policy/request-policies.service.js';
import { alreadyDecided, deliveryInProgress, unknownRequest } from '../requests.errors.js';
import { type ClaimedJob, DispatchesRepository, JOB_LEASES } from '../saved/dispatches.repository.js';
import { type HeldEpisodes, writeHeldEpisodes } from '../saved/held-episodes.js';
import { type DispatchRow, type JobFormat, type JobKey, OPEN_STATES } from '../saved/job-rows.js';
import { LifecycleEventsRepository } from '../saved/lifecycle-events.repository.js';
import { type NewRequest, RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import type { RequestSubject } from '../saved/work.js';
import {
  AGAIN,
  type BegunJob,
  CANCELLED_JOB,
  ENDED_JOB,
  type HandedBackJob,
  mayCancel,
  type StopReason,
  WITHOUT_WORKER,
} from './job-changes.js';

export interface AcceptedSelection {
  /** Includes the chosen profile; it is kept only when the policy allows a choice. */
  readonly input: Omit<NewRequest, 'requesterName' | 'status' | 'requestedAt' | 'openKey'> & RequestSubject;
  /** The open key while the request waits for its decision, and once it is accepted. Null for none. */
  readonly openKeys: { readonly pending: string | null; readonly accepted: string | null };
  readonly formats: readonly JobFormat[];
  /** The open key of the job for a format. Undefined for titles that have theirs at the request. */
  readonly jobKey?: (format: JobFormat) => string;
  readonly policy: Pick<RequestPolicy, 'requireApproval' | 'allowQualityChoice'>;
  /** The units of the request before shared charges are subtracted. */
  readonly units: readonly QuotaUnit[];
}

export interface WrittenRequest {
  readonly requestId: number;
  readonly isNew: boolean;
  readonly pending: boolean;
  readonly spent: boolean;
  /** Requests that waited for a decision and that this one has accepted; none when left out. */
  readonly approved?: readonly number[];
  /** Further requests that cover a part of it; none when left out. */
  readonly others?: readonly number[];
}

export interface Decision {
  /** Null when nobody had to decide any more. */
  readonly adminId: number | null;
  readonly at: number;
}

interface Delivered {
  /** Did the library still wait for the title at that moment, or hold it? */
  readonly status: 'available' | 'requested';
  /** The library's record that the job is bound to; undefined keeps what is stored. */
  readonly recordId?: number;
  /** A series: the wanted episodes that the library held before the delivery changed anything. */
  readonly held?: HeldEpisodes;
}

export type ApprovedChange = Partial<Pick<RequestRow, 'qualityProfileId' | 'seasonScope' | 'seasonMap' | 'openKey'>>;

/** Request, job, charges and event change in one transaction. The caller publishes the refunded accounts after the commit. */
@Injectable()
export class RequestTransitionsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly allowances: QuotaService,
    private readonly lifecycle: LifecycleEventsRepository,
  ) {}

  /** The caller has checked here that no open request covers it. @throws QuotaExceeded and rolls back; UniqueViolation for the same key */
  async add(
    tx: WriteTx,
    caller: Caller,
    { input, openKeys, formats, jobKey, policy, units }: AcceptedSelection,
    now: number,
  ): Promise<WrittenRequest> {
    const pending = policy.requireApproval;
    const requestId = await this.saved.insert(tx, {
      ...input,
      requesterName: caller.username,
      status: pending ? 'pending' : 'requested',
      openKey: pending ? openKeys.pending : openKeys.accepted,
      qualityProfileId: policy.allowQualityChoice ? input.qualityProfileId : 0,
      requestedAt: now,
    });
    const { instanceId } = input;
    const spent = await this.allowances.chargeNew(tx, requestId, caller, { instanceId, units }, now);
    for (const format of formats)
      await this.dispatches.insert(
        tx,
        { requestId, format, openKey: jobKey?.(format) ?? null },
        pending ? 'approval' : 'queued',
        now,
      );
    const event = pending ? 'request_pending' : 'request_auto_approved';
    await this.lifecycle.note(tx, requestId, event, { actorId: caller.userId, at: now });
    return { requestId, isNew: true, pending, spent };
  }

  /** Closes a delivered request whose title was deleted from its library, so that a new one can be made. */
  async supersede(tx: WriteTx, requestId: number): Promise<void> {
    await this.saved.change(tx, requestId, { status: 'unavailable', openKey: null });
  }

  async retry(tx: WriteTx, jobs: readonly JobKey[], now: number): Promise<void> {
    await this.dispatches.changeAll(tx, jobs, { ...AGAIN, state: 'queued', nextAttemptAt: now, waitingSince: null });
  }

  async stop(tx: WriteTx, jobs: readonly JobKey[], { code, message }: StopReason): Promise<void> {
    await this.dispatches.changeAll(tx, jobs, { state: 'attention', code, message, nextAttemptAt: null });
  }

  /** Puts a delivery back to waiting for its library manager to import an author, from its first attempt on. */
  async putBackToWaiting(tx: WriteTx, jobs: readonly JobKey[], now: number): Promise<void> {
    const wait = { code: 'author_import', waitingSince: now } as const;
    await this.dispatches.changeAll(tx, jobs, { ...AGAIN, ...wait, state: 'waiting_library', nextAttemptAt: now });
  }

  /** @throws AppError 400 for an unknown or decided request */
  async requirePending(tx: ReadTx, requestId: number): Promise<RequestRow> {
    const request = await this.saved.byId(tx, requestId);
    if (!request) throw unknownRequest();
    if (request.status !== 'pending') throw alreadyDecided();
    return request;
  }

  /** Its charges stay. @param change the administrator's changes, and what the approval itself changes */
  async approve(tx: WriteTx, requestId: number, { adminId, at }: Decision, change: ApprovedChange): Promise<void> {
    await this.saved.change(tx, requestId, { ...change, status: 'requested', approvedBy: adminId, decidedAt: at });
    await this.dispatches.changeWhere(tx, requestId, ['approval'], { state: 'queued', nextAttemptAt: at });
    await this.lifecycle.note(tx, requestId, 'request_approved', { actorId: adminId, at });
  }

  async deny(tx: WriteTx, requestId: number, { adminId, at }: Decision, reason: string): Promise<readonly number[]> {
    await this.saved.change(tx, requestId, {
      status: 'denied',
      approvedBy: adminId,
      decidedAt: at,
      denyReason: reason,
      openKey: null,
    });
    await this.dispatches.changeWhere(tx, requestId, OPEN_STATES, CANCELLED_JOB);
    await this.lifecycle.note(tx, requestId, 'request_denied', { actorId: adminId, at });
    return this.allowances.release(tx, requestId, { reason: 'denied' }, at);
  }

  /** Withdraws a request and refunds it, unless the started marker is set. */
  async withdraw(tx: WriteTx, requestId: number, now: number): Promise<readonly number[]> {
    await this.saved.cancel(tx, requestId, now);
    await this.dispatches.changeWhere(tx, requestId, OPEN_STATES, CANCELLED_JOB);
    return this.allowances.release(tx, requestId, { reason: 'cancelled' }, now);
  }

  /**
   * Forgotten requests release their open keys, are cancelled where possible, and refunded unless the started marker is
   * set.
   * @throws AppError 409 and rolls back while the delivery of one of them is under way
   */
  async forget(tx: WriteTx, requestIds: readonly number[], now: number): Promise<readonly number[]> {
    const refunded = new Set<number>();
    for (const id of requestIds) {
      const deliveries = await this.dispatches.ofRequest(tx, id);
      if (deliveries.some(({ state }) => state === 'processing')) throw deliveryInProgress();
      const mayEnd = deliveries.some(({ state }) => mayCancel(state));
      const release = () => this.allowances.release(tx, id, { reason: 'cancelled' }, now);
      for (const userId of await (mayEnd ? this.withdraw(tx, id, now) : release())) refunded.add(userId);
      await this.saved.change(tx, id, { openKey: null, forgottenAt: now });
    }
    return [...refunded];
  }

  /** As {@link DispatchesRepository.claim}; what is given up is told. */
  async claim(tx: WriteTx, job: JobKey, token: string, now: number): Promise<ClaimedJob | 'given_up' | null> {
    const claimed = await this.dispatches.claim(tx, job, token, now);
    if (claimed === 'given_up') await this.lifecycle.noteStop(tx, job, 'retry_limit', now);
    return claimed;
  }

  /** Before a change to the library: sets the started marker, renews the lease, makes charges final. @param units all when undefined */
  async start(
    tx: WriteTx,
    { requestId, format, deliveryStartedAt }: JobKey & Pick<DispatchRow, 'deliveryStartedAt'>,
    { change, units }: { readonly change: BegunJob; readonly units: Omit<UnitChoice, 'userId'> | undefined },
    now: number,
  ): Promise<void> {
    const { mutation, searchMark, heldEpisodes } = change;
    const marks = { deliveryStartedAt: deliveryStartedAt ?? now, leaseUntil: JOB_LEASES.endOf(now) };
    const begun = { ...marks, mutation, searchMark, heldEpisodes };
    await this.dispatches.change(tx, { requestId, format }, begun);
    await this.allowances.markStarted(tx, requestId, now, units);
  }

  /** Releases a delivery that isn't complete: it waits for its next attempt, or for a person. */
  async handBack(tx: WriteTx, job: JobKey, change: HandedBackJob, now: number): Promise<void> {
    await this.dispatches.change(tx, job, { ...WITHOUT_WORKER, ...change });
    if (change.state === 'attention') await this.lifecycle.noteStop(tx, job, change.code, now);
  }

  /** What changed nothing is refunded to everybody who waited for it: all units, or those of the delivered format. */
  async complete(tx: WriteTx, job: JobKey, outcome: Delivered, now: number): Promise<readonly number[]> {
    const { requestId, format } = job;
    const { status, recordId, held } = outcome;
    const found = {
      ...(recordId !== undefined && { recordId }),
      ...(held && { heldEpisodes: writeHeldEpisodes(held) }),
    };
    await this.dispatches.change(tx, job, { ...ENDED_JOB, ...found, state: 'complete', code: status, message: null });
    await this.saved.change(tx, requestId, { completedAt: now });
    return this.allowances.release(tx, requestId, { reason: 'no_op', ...(format === '' ? {} : { kind: format }) }, now);
  }
}

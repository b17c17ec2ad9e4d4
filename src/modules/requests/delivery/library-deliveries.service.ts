import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError, sentenceOf } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { type KeptLease, LeasedRows } from '../../../core/work/leased-rows.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { attention, type DeliveryOutcome, DeliveryStop, LeaseLost, retryLater } from '../kinds/delivery-outcome.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { RequestFailed, RequestUpdated } from '../requests.events.js';
import { brokenOffWait, lookWait, MOST_ATTEMPTS, retryWait } from '../saved/back-off.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import {
  type ClaimedJob,
  type DeliveryJob,
  DispatchesRepository,
  JOB_LEASES,
  leaseOf,
} from '../saved/dispatches.repository.js';
import { type DeliveryCode, LibraryLeaseRow } from '../saved/job-rows.js';
import { isFailure } from '../saved/lifecycle-events.repository.js';
import type { HandedBackJob } from '../transitions/job-changes.js';
import { RequestTransitionsService } from '../transitions/request-transitions.service.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';
import { DeliveryTraceService } from './delivery-trace.service.js';
import { isManagerDown, judgeDeliveryFault, managerFault } from './judge-delivery-fault.js';
import { jobSubject, WriteRetryQueue } from './write-retry-queue.js';

const LIBRARY_LEASES = new LeasedRows(LibraryLeaseRow, JOB_LEASES.lastsMs);

const HEARTBEAT_MS = 30_000;

interface HeldLibrary {
  readonly lease: KeptLease;
  /** Releases the library. @throws StorageError when the release can't be written; it is retried then */
  release(): Promise<void>;
}

type AttemptResult = 'recorded' | 'manager_down' | 'not_ours';

interface Delivered {
  readonly outcome: DeliveryOutcome;
  readonly managerDown: boolean;
}

const BATCH = 32;

/** The deliveries of one library: one worker at a time, one title after the other. */
@Injectable()
export class LibraryDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly dispatches: DispatchesRepository,
    private readonly writes: WriteRetryQueue,
    private readonly kinds: RequestKinds,
    private readonly trace: DeliveryTraceService,
    private readonly random: Random,
    private readonly events: EventBus,
    private readonly transitions: RequestTransitionsService,
    private readonly shared: SharedRequestsService,
  ) {}

  /**
   * Until nothing is due, the manager is unreachable, or the signal is aborted. Does nothing while another worker has
   * the library.
   * @param instanceId null for requests whose library has been removed
   */
  async deliver(instanceId: string | null, signal: AbortSignal): Promise<void> {
    const library = await this.takeLibrary(instanceId ?? '');
    if (!library) return;
    try {
      while (await this.deliverBatch(instanceId, library.lease, signal));
    } finally {
      await library.release();
    }
  }

  /** @returns true when another batch may be due */
  private async deliverBatch(instanceId: string | null, lease: KeptLease, signal: AbortSignal): Promise<boolean> {
    const jobs = await this.database.read((tx) => this.dispatches.due(tx, instanceId, this.clock.now(), BATCH));
    let moved = false;
    for (const job of jobs) {
      if (signal.aborted || lease.lost) return false;
      // The outcome is known and about to be written: no attempt is due, even if the lease has expired.
      if (this.writes.isPending(jobSubject(job))) continue;
      const result = await this.attempt(job, signal);
      // The other jobs would fail in the same way: they wait for the next sweep and keep their attempts.
      if (result === 'manager_down') return false;
      // What became due during a look goes before the next one.
      if (job.isLook === 1 && result === 'recorded') return true;
      moved ||= result === 'recorded';
    }
    return moved;
  }

  /** One attempt; the signal ends it early. @throws StorageError; what is left is written as soon as our storage works again */
  async attempt(job: DeliveryJob, signal: AbortSignal): Promise<AttemptResult> {
    const token = this.random.hex(16);
    const claimed = await this.database.write((tx) => this.transitions.claim(tx, job, token, this.clock.now()));
    if (!claimed) return 'not_ours';
    if (claimed === 'given_up') {
      await this.events.publish(new RequestUpdated(job.requestId));
      await this.events.publish(new RequestFailed(job.requestId, job.format));
      return 'not_ours';
    }
    this.trace.reached('claimed', job.requestId);
    const lease = JOB_LEASES.keep(this.database, this.clock, leaseOf(claimed), HEARTBEAT_MS);
    try {
      const { outcome, managerDown } = await this.deliverTitle(claimed, signal);
      await this.recordOutcome(claimed, outcome);
      const isUnread = outcome.state === 'waiting_library' && outcome.unread === true;
      return managerDown || isUnread ? 'manager_down' : 'recorded';
    } catch (fault) {
      if (fault instanceof LeaseLost) return 'not_ours';
      throw fault;
    } finally {
      lease.stop();
    }
  }

  private async deliverTitle(job: ClaimedJob, signal: AbortSignal): Promise<Delivered> {
    try {
      return { outcome: await this.kinds.of(job.mediaType).delivery.deliver(job, signal), managerDown: false };
    } catch (fault) {
      if (fault instanceof DeliveryStop) return { outcome: fault.outcome, managerDown: false };
      const failed = managerFault(fault);
      if (failed) return { outcome: judgeDeliveryFault(failed), managerDown: isManagerDown(failed) };
      if (fault instanceof StorageError) await this.recordOutcome(job, { state: 'broken_off' });
      else if (fault instanceof AppError) return { outcome: notYet(fault), managerDown: false };
      throw fault;
    }
  }

  private recordOutcome(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    return this.writes.make(jobSubject(job), () => this.record(job, outcome));
  }

  /** Releases the job, and refunds a delivery that changed nothing. @throws LeaseLost; then nothing is recorded */
  private async record(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    const { refunded, code } = await this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job))) throw new LeaseLost();
      return this.writeOutcome(tx, job, outcome, now);
    });
    this.trace.reached('outcome_recorded', job.requestId);
    await this.events.publish(new RequestUpdated(job.requestId));
    if (isFailure(code)) await this.events.publish(new RequestFailed(job.requestId, job.format));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
    if (outcome.state === 'waiting_library' && outcome.overdue) await this.announceWait(job, outcome.overdue);
    this.trace.reached('announced', job.requestId);
  }

  /** Once for each wait. The row is marked afterwards, so that after a crash the next look publishes it. */
  private async announceWait(job: ClaimedJob, overdue: object): Promise<void> {
    const { waitingSince: announcedWait } = job;
    if (job.announcedWait === announcedWait) return;
    await this.events.publish(overdue);
    await this.database.write((tx) => this.dispatches.change(tx, job, { announcedWait }));
  }

  private async writeOutcome(tx: WriteTx, job: ClaimedJob, outcome: DeliveryOutcome, now: number): Promise<Written> {
    if (outcome.state === 'cancelled') return { refunded: await this.shared.abandon(tx, job, now), code: null };
    if (outcome.state === 'complete')
      return { refunded: await this.transitions.complete(tx, job, outcome, now), code: null };
    const change = waitAfter(outcome, job, now);
    await this.transitions.handBack(tx, job, change, now);
    return { refunded: [], code: change.state === 'attention' ? change.code : null };
  }

  /** Extends the lease until it is released or lost. @returns null while another worker has the library */
  private async takeLibrary(instanceId: string): Promise<HeldLibrary | null> {
    const library = { where: { instanceId }, token: this.random.hex(16) };
    const take = this.database.write((tx) => LIBRARY_LEASES.take(tx, library, this.clock.now(), { instanceId }));
    if (!(await take)) return null;
    const lease = LIBRARY_LEASES.keep(this.database, this.clock, library, HEARTBEAT_MS);
    return {
      lease,
      release: () => {
        lease.stop();
        return this.writes.make(`library ${instanceId}`, () => this.removeLease(instanceId, library.token));
      },
    };
  }

  /** A library has a row only while somebody works on it, so that none is left of one that is removed. */
  private async removeLease(instanceId: string, leaseToken: string): Promise<void> {
    await this.database.write((tx) => tx.delete(LibraryLeaseRow, { instanceId, leaseToken }));
  }
}

const notYet = (refusal: AppError): DeliveryOutcome =>
  retryLater('service_unavailable', sayDelivery('delivery_not_yet', { reason: sentenceOf(refusal) }));

interface Written {
  readonly refunded: readonly number[];
  /** Why the delivery has stopped; null where it goes on or has ended. */
  readonly code: DeliveryCode | null;
}

function waitAfter(
  outcome: Exclude<DeliveryOutcome, { state: 'cancelled' | 'complete' }>,
  { attempts, waitingSince }: ClaimedJob,
  now: number,
): HandedBackJob {
  switch (outcome.state) {
    case 'handed_back':
      return { state: 'queued', attempts: attempts - 1, code: null, message: null, nextAttemptAt: now };
    case 'attention':
      return { ...outcome, waitingSince: null };
    case 'broken_off':
      return waiting(BROKEN_OFF, brokenOffWait(attempts), attempts, now);
    case 'waiting_library':
      if (outcome.lookAgainMs !== undefined) return waitingWithoutEnd(outcome, { attempts, waitingSince }, now);
      return waiting(outcome, lookWait(attempts), attempts, now);
    case 'retry':
      return waiting(outcome, retryWait(attempts, outcome.retryAfterMs), attempts, now);
  }
}

const BROKEN_OFF = retryLater('service_unavailable', sayDelivery('delivery_storage_failed'));

type Wait = Extract<DeliveryOutcome, { state: 'retry' | 'waiting_library' }>;

/** An attempt that only looked doesn't count; but a job without any attempt would not wait. */
function waitingWithoutEnd(
  { state, code, message, lookAgainMs = 0 }: Extract<DeliveryOutcome, { state: 'waiting_library' }>,
  { attempts, waitingSince }: Pick<ClaimedJob, 'attempts' | 'waitingSince'>,
  now: number,
): HandedBackJob {
  const counted = { attempts: Math.max(attempts - 1, 1), lastAttemptAt: now, nextAttemptAt: now + lookAgainMs };
  return { state, code: code ?? null, message, ...counted, waitingSince: waitingSince ?? now };
}

function waiting({ state, code, message }: Wait, waitMs: number, attempts: number, now: number): HandedBackJob {
  if (attempts >= MOST_ATTEMPTS) return attention('retry_limit', message);
  return { state, code: code ?? null, message, lastAttemptAt: now, nextAttemptAt: now + waitMs };
}

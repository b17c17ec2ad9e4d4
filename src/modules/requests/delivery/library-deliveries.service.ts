import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError, sentenceOf } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { type KeptLease, LeasedRows } from '../../../core/work/leased-rows.js';
import { type DeliveryOutcome, DeliveryStop, LeaseLost, retryLater } from '../kinds/delivery-outcome.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import {
  type ClaimedJob,
  type DeliveryJob,
  DispatchesRepository,
  JOB_LEASES,
  leaseOf,
} from '../saved/dispatches.repository.js';
import { LibraryLeaseRow } from '../saved/job-rows.js';
import { LifecycleEventsRepository } from '../saved/lifecycle-events.repository.js';
import { DeliveryOutcomeService } from './delivery-outcome.service.js';
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
    private readonly outcomes: DeliveryOutcomeService,
    private readonly trace: DeliveryTraceService,
    private readonly random: Random,
    private readonly lifecycle: LifecycleEventsRepository,
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

  /** One attempt; the signal ends it early. @throws StorageError when ours fails; what is left is written as soon as it works again */
  async attempt(job: DeliveryJob, signal: AbortSignal): Promise<AttemptResult> {
    const claimed = await this.claim(job);
    if (!claimed) return 'not_ours';
    if (claimed === 'given_up') {
      await this.outcomes.publishGivenUp(job);
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

  private recordOutcome(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    return this.writes.make(jobSubject(job), () => this.outcomes.record(job, outcome));
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

  /** Counts the attempt in the same write. @returns as `DispatchesRepository.claim` */
  private claim(job: DeliveryJob): Promise<ClaimedJob | 'given_up' | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const claimed = await this.dispatches.claim(tx, job, token, now);
      if (claimed === 'given_up') await this.lifecycle.noteStop(tx, job, 'retry_limit', now);
      return claimed;
    });
  }

  /** A library has a row only while somebody works on it, so that none is left of one that is removed. */
  private async removeLease(instanceId: string, leaseToken: string): Promise<void> {
    await this.database.write((tx) => tx.delete(LibraryLeaseRow, { instanceId, leaseToken }));
  }
}

const notYet = (refusal: AppError): DeliveryOutcome =>
  retryLater('service_unavailable', sayDelivery('delivery_not_yet', { reason: sentenceOf(refusal) }));

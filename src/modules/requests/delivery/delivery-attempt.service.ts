import { Injectable } from '@nestjs/common';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { ClaimedJob, DeliveryJob } from '../jobs/dispatches.repository.js';
import { type DeliveryOutcome, DeliveryStop, LeaseLost, retryLater } from '../kinds/delivery-outcome.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { DeliveryOutcomeService } from './delivery-outcome.service.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import { isManagerDown, judgeDeliveryFault, managerFault } from './judge-delivery-fault.js';
import { LeasesService } from './leases.service.js';
import { jobSubject, WriteRetryQueue } from './write-retry-queue.js';

/** The result of an attempt, as far as the worker's next job depends on it. */
export type AttemptResult = 'recorded' | 'manager_down' | 'not_ours';

/** Makes one attempt at one job: claims it, delivers it and records the outcome. */
@Injectable()
export class DeliveryAttemptService {
  constructor(
    private readonly leases: LeasesService,
    private readonly kinds: RequestKinds,
    private readonly record: DeliveryOutcomeService,
    private readonly steps: DeliveryStepsService,
    private readonly writes: WriteRetryQueue,
  ) {}

  /**
   * Makes the attempt. The signal ends it early and puts the job back to the queue.
   *
   * @throws StorageError when our own storage fails; the outcome and the release of the job are written as soon as the
   *   storage works again
   */
  async make(job: DeliveryJob, signal: AbortSignal): Promise<AttemptResult> {
    const claimed = await this.leases.claim(job);
    if (!claimed) return 'not_ours';
    if (claimed === 'given_up') {
      await this.record.givenUp(job);
      return 'not_ours';
    }
    this.steps.reached('claimed', job.requestId);
    const lease = this.leases.keep(claimed);
    try {
      const { outcome, managerDown } = await this.deliver(claimed, signal);
      await this.write(claimed, outcome);
      const isUnread = outcome.state === 'waiting_library' && outcome.unread === true;
      return managerDown || isUnread ? 'manager_down' : 'recorded';
    } catch (fault) {
      if (fault instanceof LeaseLost) return 'not_ours';
      throw fault;
    } finally {
      lease.stop();
    }
  }

  private write(job: ClaimedJob, outcome: DeliveryOutcome): Promise<void> {
    return this.writes.make(jobSubject(job), () => this.record.outcome(job, outcome));
  }

  private async deliver(job: ClaimedJob, signal: AbortSignal): Promise<Delivered> {
    try {
      return { outcome: await this.kinds.of(job.mediaType).delivery.deliver(job, signal), managerDown: false };
    } catch (fault) {
      if (fault instanceof DeliveryStop) return { outcome: fault.outcome, managerDown: false };
      const failed = managerFault(fault);
      if (failed) return { outcome: judgeDeliveryFault(failed), managerDown: isManagerDown(failed) };
      if (fault instanceof StorageError) await this.write(job, { state: 'broken_off' });
      else if (fault instanceof AppError) return { outcome: notYet(fault), managerDown: false };
      throw fault;
    }
  }
}

interface Delivered {
  readonly outcome: DeliveryOutcome;
  readonly managerDown: boolean;
}

/** A fault of our own, such as a key that can't be opened: the delivery is tried again later. */
function notYet(fault: AppError): DeliveryOutcome {
  return retryLater('service_unavailable', `It could not be delivered yet: ${fault.safeText}`);
}

import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { DeliveryStop, LeaseLost, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliveryRecord } from './delivery-record.js';
import { DeliverySteps } from './delivery-steps.js';
import type { ClaimedJob, DeliveryJob } from './dispatches.js';
import { FilmDelivery } from './film-delivery.js';
import { JobLeases } from './job-leases.js';
import { judgeDeliveryFault } from './judge-delivery-fault.js';
import { keepLease } from './keep-lease.js';

/** What came of an attempt, as far as the worker's next job is concerned. */
export type AttemptResult = 'recorded' | 'manager_unavailable' | 'not_ours';

/** One attempt at one job: claim it, deliver it, record what came of it. */
@Injectable()
export class DeliveryAttempt {
  constructor(
    private readonly clock: Clock,
    private readonly leases: JobLeases,
    private readonly films: FilmDelivery,
    private readonly record: DeliveryRecord,
    private readonly steps: DeliverySteps,
  ) {}

  /** Makes the attempt. A fault of our own storage is thrown; the lease then runs out and another attempt is made. */
  async make(job: DeliveryJob): Promise<AttemptResult> {
    const claimed = await this.leases.claim(job);
    if (!claimed) return 'not_ours';
    this.steps.passed('claimed', job.requestId);
    const lease = keepLease(this.clock, () => this.leases.extend(claimed));
    try {
      const outcome = await this.outcomeOf(claimed);
      await this.record.outcome(claimed, outcome);
      return outcome.state === 'retry' ? 'manager_unavailable' : 'recorded';
    } catch (fault) {
      if (fault instanceof LeaseLost) return 'not_ours';
      throw fault;
    } finally {
      lease.stop();
    }
  }

  private async outcomeOf(job: ClaimedJob): Promise<DeliveryOutcome> {
    try {
      return await this.films.deliver(job);
    } catch (fault) {
      if (fault instanceof DeliveryStop) return fault.outcome;
      if (fault instanceof UpstreamError) return judgeDeliveryFault(fault);
      if (fault instanceof AppError)
        return {
          state: 'retry',
          code: 'service_unavailable',
          message: `It could not be delivered yet: ${fault.safeText}`,
        };
      throw fault;
    }
  }
}

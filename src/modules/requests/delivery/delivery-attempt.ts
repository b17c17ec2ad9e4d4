import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { DeliveryStop, LeaseLost, type DeliveryOutcome } from './delivery-outcome.js';
import { DeliveryRecord } from './delivery-record.js';
import { DeliverySteps } from './delivery-steps.js';
import { Dispatches, type ClaimedJob, type DeliveryJob } from './dispatches.js';
import { FilmDelivery } from './film-delivery.js';
import { judgeDeliveryFault } from './judge-delivery-fault.js';
import { keepLease, LEASE_MS } from './keep-lease.js';

/** What came of an attempt, as far as the worker's next job is concerned. */
export type AttemptResult = 'recorded' | 'manager_unavailable' | 'not_ours';

/** One attempt at one job: claim it, deliver it, record what came of it. */
@Injectable()
export class DeliveryAttempt {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly dispatches: Dispatches,
    private readonly films: FilmDelivery,
    private readonly record: DeliveryRecord,
    private readonly steps: DeliverySteps,
  ) {}

  /** Makes the attempt. A fault of our own storage is thrown; the lease then runs out and another attempt is made. */
  async make(job: DeliveryJob): Promise<AttemptResult> {
    const claimed = await this.claim(job);
    if (!claimed) return 'not_ours';
    this.steps.passed('claimed', job.requestId);
    const lease = keepLease(this.clock, () => this.extend(claimed));
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

  private claim(job: DeliveryJob): Promise<ClaimedJob | null> {
    const token = this.random.hex(16);
    return this.database.write((tx) => {
      const now = this.clock.now();
      return this.dispatches.claim(tx, job, { token, until: now + LEASE_MS }, now);
    });
  }

  private extend(job: ClaimedJob): Promise<boolean> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.dispatches.held(tx, job, now))) return false;
      await this.dispatches.change(tx, job.requestId, { leaseUntil: now + LEASE_MS });
      return true;
    });
  }
}

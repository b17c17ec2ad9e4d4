import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Allowances } from '../quotas/allowances.js';
import { DeliveryAccess } from './delivery-access.js';
import { DeliveryStop, LeaseLost } from './delivery-outcome.js';
import { Dispatches, type ClaimedJob } from './dispatches.js';
import type { BegunChange } from './plan-film-delivery.js';

/** Lets a delivery pass only while its requester may use the library and this worker holds the job. */
@Injectable()
export class DeliveryGate {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: DeliveryAccess,
    private readonly dispatches: Dispatches,
    private readonly allowances: Allowances,
  ) {}

  /**
   * May this delivery still go on? Asked before the library is looked at, and between two changes to it.
   *
   * @throws DeliveryStop when the requester is gone, the library is gone, or the one may not use the other
   * @throws LeaseLost when this worker no longer holds the job
   */
  async recheck(job: ClaimedJob): Promise<void> {
    const refusal = await this.database.read(async (tx) => {
      if (!(await this.dispatches.held(tx, job, this.clock.now()))) throw new LeaseLost();
      return this.access.refusal(tx, job);
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  /**
   * Commits the started marker, immediately before a change to the library: what the request has spent stays spent from
   * then on. Access is judged again in the same write, so that a grant taken away before it stops the delivery, and one
   * taken away after it comes too late.
   *
   * @throws DeliveryStop as {@link recheck}
   * @throws LeaseLost as {@link recheck}
   */
  async start(job: ClaimedJob, { mutation, searchMark }: BegunChange): Promise<void> {
    const refusal = await this.database.write(async (tx) => {
      const now = this.clock.now();
      const row = await this.dispatches.held(tx, job, now);
      if (!row) throw new LeaseLost();
      const reason = await this.access.refusal(tx, job);
      if (reason) return reason;
      const deliveryStartedAt = row.deliveryStartedAt ?? now;
      await this.dispatches.change(tx, job.requestId, { deliveryStartedAt, mutation, searchMark });
      await this.allowances.markStarted(tx, job.requestId, now);
      return null;
    });
    if (refusal) throw new DeliveryStop(refusal);
  }
}

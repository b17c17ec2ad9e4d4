import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccess, InstanceDirectory } from '../../instances/instances.public.js';
import { Accounts } from '../../users/users.public.js';
import { DeliveryStop, LeaseLost, type DeliveryOutcome } from './delivery-outcome.js';
import { Dispatches, type ClaimedJob } from './dispatches.js';
import type { BegunChange } from './plan-film-delivery.js';

/** Lets a delivery pass only while its requester may use the library and this worker holds the job. */
@Injectable()
export class DeliveryGate {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly directory: InstanceDirectory,
    private readonly access: InstanceAccess,
    private readonly dispatches: Dispatches,
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
      return this.refusal(tx, job);
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  /**
   * Commits the started marker, immediately before a change to the library. Access is judged again in the same
   * write, so that a grant taken away before it stops the delivery, and one taken away after it comes too late.
   *
   * @throws DeliveryStop as {@link recheck}
   * @throws LeaseLost as {@link recheck}
   */
  async start(job: ClaimedJob, { mutation, searchMark }: BegunChange): Promise<void> {
    const refusal = await this.database.write(async (tx) => {
      const now = this.clock.now();
      const row = await this.dispatches.held(tx, job, now);
      if (!row) throw new LeaseLost();
      const reason = await this.refusal(tx, job);
      const deliveryStartedAt = row.deliveryStartedAt ?? now;
      if (!reason) await this.dispatches.change(tx, job.requestId, { deliveryStartedAt, mutation, searchMark });
      return reason;
    });
    if (refusal) throw new DeliveryStop(refusal);
  }

  private async refusal(tx: ReadTx, job: ClaimedJob): Promise<DeliveryOutcome | null> {
    const requester = await this.accounts.byId(tx, job.userId);
    if (!requester) return { state: 'cancelled' };
    if (!job.instanceId || !(await this.directory.byId(tx, job.instanceId)))
      return { state: 'attention', code: 'instance_missing', message: 'The library has been removed.' };
    if (!(await this.access.mayUse(tx, requester.id, requester.role, job.instanceId)))
      return {
        state: 'attention',
        code: 'access_unavailable',
        message: 'The requester may no longer use this library.',
      };
    return null;
  }
}

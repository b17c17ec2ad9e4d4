import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceAccess, InstanceDirectory } from '../../instances/instances.public.js';
import { Accounts } from '../../users/users.public.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { DeliveryJob } from './dispatches.js';

/** May what somebody asked for still be delivered to the library that was asked? */
@Injectable()
export class DeliveryAccess {
  constructor(
    private readonly accounts: Accounts,
    private readonly directory: InstanceDirectory,
    private readonly access: InstanceAccess,
  ) {}

  /** How the delivery ends when it may not; null while it may. */
  async refusal(tx: ReadTx, job: DeliveryJob): Promise<DeliveryOutcome | null> {
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

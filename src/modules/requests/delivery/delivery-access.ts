import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceAccess, InstanceDirectory } from '../../instances/instances.public.js';
import { Accounts } from '../../users/users.public.js';
import type { DeliveryOutcome } from './delivery-outcome.js';

/** Who asked, and which library; null once that library has been removed. A request row is one, and so is a job. */
export interface AskedLibrary {
  readonly userId: number;
  readonly instanceId: string | null;
}

/** May what somebody asked for still be delivered to the library that was asked? */
@Injectable()
export class DeliveryAccess {
  constructor(
    private readonly accounts: Accounts,
    private readonly directory: InstanceDirectory,
    private readonly access: InstanceAccess,
  ) {}

  /** How the delivery ends when it may not; null while it may. */
  async refusal(tx: ReadTx, { userId, instanceId }: AskedLibrary): Promise<DeliveryOutcome | null> {
    const requester = await this.accounts.byId(tx, userId);
    if (!requester) return { state: 'cancelled' };
    if (!instanceId || !(await this.directory.byId(tx, instanceId)))
      return { state: 'attention', code: 'instance_missing', message: 'The library has been removed.' };
    if (!(await this.access.mayUse(tx, requester.id, requester.role, instanceId)))
      return {
        state: 'attention',
        code: 'access_unavailable',
        message: 'The requester may no longer use this library.',
      };
    return null;
  }
}

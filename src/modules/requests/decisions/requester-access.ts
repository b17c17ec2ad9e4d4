import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceAccess } from '../../instances/instances.public.js';
import { Accounts } from '../../users/users.public.js';
import type { RequestRow } from '../saved/request-row.entity.js';

/** Does the one who asked still have access to the library that was asked? */
@Injectable()
export class RequesterAccess {
  constructor(
    private readonly accounts: Accounts,
    private readonly access: InstanceAccess,
  ) {}

  /** True while the account exists and may use the request's library. */
  async mayUse(tx: ReadTx, request: RequestRow): Promise<boolean> {
    const requester = await this.accounts.byId(tx, request.userId);
    if (!requester || !request.instanceId) return false;
    return this.access.mayUse(tx, requester.id, requester.role, request.instanceId);
  }
}

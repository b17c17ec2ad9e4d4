import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { factsOf } from '../service-kinds.js';
import { GrantsRepository } from './grants.repository.js';
import { requireAccounts } from './require-accounts.js';

/**
 * Grants, changed inside the write of somebody who has judged the right to. Once it is committed the caller publishes
 * `AssignmentsChanged` for every instance of which this says that something has changed.
 */
@Injectable()
export class InstanceGrantsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly grants: GrantsRepository,
  ) {}

  /**
   * Grants the instance to these accounts too.
   *
   * @returns whether any of them did not hold it before
   * @throws AppError 400 for a kind that is not granted and for accounts that don't exist
   */
  async add(tx: WriteTx, instance: InstanceRecord, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.requireGrantable(tx, instance, userIds);
    return this.grants.add(tx, instance.id, userIds);
  }

  /**
   * Grants the instance to exactly these accounts. An account that loses it prefers it no longer.
   *
   * @returns whether anybody holds it that didn't before, or the other way round
   * @throws AppError 400 for a kind that is not granted and for accounts that don't exist
   */
  async set(tx: WriteTx, instance: InstanceRecord, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.requireGrantable(tx, instance, userIds);
    const holders = await this.grants.holdersOf(tx, [instance.id]);
    const leaving = new Set([...holders.keys()].filter((userId) => !userIds.has(userId)));
    const granted = await this.grants.add(tx, instance.id, userIds);
    const taken = await this.grants.remove(tx, instance.id, leaving);
    return granted || taken;
  }

  private async requireGrantable(
    tx: WriteTx,
    { serviceType }: InstanceRecord,
    userIds: ReadonlySet<number>,
  ): Promise<void> {
    if (!factsOf(serviceType).grantable) throw badRequest('this instance cannot be granted');
    await requireAccounts(tx, this.accounts, userIds);
  }
}

import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { type Account, AccountsRepository, type NewAccount } from '../../users/users.public.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { instanceNotGrantable } from '../instances.errors.js';
import { isDownloadClient } from '../service-kinds.js';
import { HoldingsRepository } from './holdings.repository.js';

/**
 * Changes grants inside a write that has judged the right. Once it is committed the caller publishes `AssignmentsChanged` for each
 * instance. Both throw AppError 400 for a kind that is not granted and for accounts that don't exist.
 */
@Injectable()
export class InstanceGrantsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly holdings: HoldingsRepository,
  ) {}

  /** Grants the instance to these accounts too. Answers whether any of them did not hold it before. */
  async add(tx: WriteTx, instance: InstanceRecord, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.requireGrantable(tx, instance, userIds);
    return this.holdings.grant(tx, instance.id, userIds);
  }

  /** Grants it to exactly these accounts; who loses it prefers it no longer. Answers whether anything has changed. */
  async set(tx: WriteTx, instance: InstanceRecord, userIds: ReadonlySet<number>): Promise<boolean> {
    await this.requireGrantable(tx, instance, userIds);
    const holders = await this.holdings.holdersOf(tx, [instance.id]);
    const leaving = new Set([...holders.keys()].filter((userId) => !userIds.has(userId)));
    const granted = await this.holdings.grant(tx, instance.id, userIds);
    const taken = await this.holdings.revoke(tx, instance.id, leaving);
    return granted || taken;
  }

  /** One account that doesn't exist refuses the whole selection, and is not named. @throws AppError 400 */
  async requireAccounts(tx: ReadTx, selected: ReadonlySet<number>): Promise<void> {
    const known = await this.accounts.byIds(tx, [...selected]);
    if (known.size !== selected.size)
      throw badRequest('unknown_user', 'user_ids names a user that does not exist', { name: 'user_ids' });
  }

  private async requireGrantable(
    tx: WriteTx,
    { serviceType }: InstanceRecord,
    userIds: ReadonlySet<number>,
  ): Promise<void> {
    if (isDownloadClient(serviceType)) throw instanceNotGrantable();
    await this.requireAccounts(tx, userIds);
  }
}

/** The one place where accounts are made. In the same write a new regular one gets every instance with auto_add_users. */
@Injectable()
export class AccountProvisioningService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly holdings: HoldingsRepository,
  ) {}

  /** Inside the caller's write. @throws as {@link AccountsRepository.create} */
  async create(tx: WriteTx, input: NewAccount): Promise<Account> {
    const account = await this.accounts.create(tx, input);
    if (account.role === 'user') {
      const instances = await this.directory.all(tx);
      const automatic = instances.filter(({ autoAddUsers }) => autoAddUsers).map(({ id }) => id);
      await this.holdings.grantNewAccount(tx, account.id, automatic);
    }
    return account;
  }
}

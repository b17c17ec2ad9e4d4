import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { AccountsRepository, type Account, type NewAccount } from '../../users/users.public.js';
import { HoldingsRepository } from './holdings.repository.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';

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

import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountsRepository, type ListedAccount } from '../../users/users.public.js';

/** Lists the accounts with their devices, invitations and kids policies. Source: doc 3 section 5.1. */
@Injectable()
export class AccountListService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {}

  /** Every account, ordered by id; all of it as of one moment. */
  all(): Promise<readonly ListedAccount[]> {
    return this.database.readOne((tx) => this.accounts.listed(tx, this.clock.now()));
  }

  /**
   * The account of this id as the list shows it.
   *
   * @throws AppError 404
   */
  one(tx: ReadTx, userId: number): Promise<ListedAccount> {
    return this.accounts.requireListed(tx, userId, this.clock.now());
  }
}

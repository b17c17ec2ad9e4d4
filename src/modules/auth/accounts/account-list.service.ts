import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import {
  AccountsRepository,
  ConnectTokensRepository,
  ContentPoliciesRepository,
  DevicesRepository,
  type ListedAccount,
} from '../../users/users.public.js';

/** Lists the accounts with their devices, invitations and kids policies. Source: doc 3 section 5.1. */
@Injectable()
export class AccountListService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly connectTokens: ConnectTokensRepository,
    private readonly policies: ContentPoliciesRepository,
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
  async one(tx: ReadTx, userId: number): Promise<ListedAccount> {
    const account = await this.accounts.require(tx, userId);
    const deviceCount = await this.devices.countUnrevokedOf(tx, userId);
    const hasPendingInvite = await this.connectTokens.isInvited(tx, userId, this.clock.now());
    return { account, deviceCount, hasPendingInvite, kids: await this.policies.isKids(tx, userId) };
  }
}

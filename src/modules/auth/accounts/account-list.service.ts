import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountsRepository, type ListedAccount } from '../../users/users.public.js';

/** An account as administrators see it in their list, at this moment. */
export interface AccountOverview extends Omit<ListedAccount, 'invitedUntil'> {
  /** Is there a connect link for it that can still be used? */
  readonly hasPendingInvite: boolean;
}

/** Lists the accounts with their devices, invitations and kids policies. Source: doc 3 section 5.1. */
@Injectable()
export class AccountListService {
  private readonly kept: CachedReading<readonly ListedAccount[]>;

  constructor(
    database: Database,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {
    this.kept = new CachedReading(database, () => database.readOne((tx) => accounts.list(tx)));
  }

  /** Every account, ordered by id; all of it as of one moment. */
  async all(): Promise<readonly AccountOverview[]> {
    return (await this.kept.get()).map((listed) => this.overview(listed));
  }

  /**
   * The account of this id as the list shows it.
   *
   * @throws AppError 404
   */
  async one(tx: ReadTx, userId: number): Promise<AccountOverview> {
    return this.overview(await this.accounts.requireListed(tx, userId));
  }

  /** An invitation ends by time alone: it is judged when it is shown, not when it was read. */
  private overview({ invitedUntil, ...listed }: ListedAccount): AccountOverview {
    return { ...listed, hasPendingInvite: invitedUntil !== null && this.clock.now() < invitedUntil };
  }
}

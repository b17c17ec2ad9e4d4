import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { ACCOUNT_REMOVAL, AccountRemoved, AccountsRepository } from '../../users/users.public.js';
import { cannotDeleteLastAdmin, cannotDeleteOwnAccount } from '../auth.errors.js';

/** Deletes accounts. Source: doc 3 section 5.2. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
  ) {}

  /**
   * Deletes the account with everything that is its own, in one write. Its sessions end with it.
   *
   * @param caller who asks for it
   * @throws AppError 400 for one's own account, 404 for an unknown one, 409 for the last administrator; 401 and 403 where
   *   the caller has lost their rights meanwhile: two who delete each other at once leave one
   */
  async delete(userId: number, caller: ActingAdministrator): Promise<void> {
    if (userId === caller.userId) throw cannotDeleteOwnAccount();
    await privilegedWrite(this.database, caller, async (tx) => {
      const { role } = await this.accounts.require(tx, userId);
      if (role === 'admin' && !(await this.accounts.hasAnotherAdmin(tx, userId))) throw cannotDeleteLastAdmin();
      for (const answer of this.ports.all(ACCOUNT_REMOVAL)) await answer.accountRemoved(tx, userId);
      await this.accounts.remove(tx, userId);
    });
    await this.events.publish(new AccountRemoved(userId));
  }
}

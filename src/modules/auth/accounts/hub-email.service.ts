import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository, HubEmailChanged } from '../../users/users.public.js';
import { requireHubAddress } from './hub-address.js';

/** Under which address does the hub know an account? Source: doc 3 sections 1.1 and 9.2. */
@Injectable()
export class HubEmailService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * Keeps the account's own address. Another one than before is told to whoever may share a hub with it; the same one
   * changes nothing and is told to nobody.
   *
   * @throws AppError 400 for what is no address, 404 when the account was deleted meanwhile
   */
  async change(userId: number, typed: string): Promise<void> {
    const address = requireHubAddress(typed);
    const changed = await this.database.write(async (tx) => {
      const { hubEmail } = await this.accounts.require(tx, userId);
      if (hubEmail === address) return false;
      await this.accounts.setHubEmail(tx, userId, address);
      return true;
    });
    if (changed) await this.events.publish(new HubEmailChanged(userId));
  }
}

import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import { HubEventsRepository } from '../../media-accounts/media-accounts.public.js';
import { AccountsRepository, type Account } from '../../users/users.public.js';
import { noFreeName } from '../auth.errors.js';
import { freeNames } from './free-names.js';

/** Makes the accounts of people who sign in by an account elsewhere. */
@Injectable()
export class ExternalAccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly provisioning: AccountProvisioningService,
    private readonly hubEvents: HubEventsRepository,
    private readonly random: Random,
  ) {}

  /**
   * A regular account with its automatic grants, named as suggested, else with a random ending. @param suggested null when the other side
   * gives no name @param hubEmail empty when there is none @throws AppError 503 when twenty names were taken; UniqueViolation, out of the
   * whole write, in a race for a name
   */
  async create(tx: WriteTx, suggested: string | null, hubEmail = ''): Promise<Account> {
    for (const username of freeNames(suggested, () => this.ending())) {
      if (await this.accounts.likeNamed(tx, username)) continue;
      const account = await this.provisioning.create(tx, { username, role: 'user', madeBySignIn: true });
      await this.hubEvents.noteAccount(tx, account.id);
      if (hubEmail !== '') await this.accounts.setHubEmail(tx, account.id, hubEmail);
      return { ...account, hubEmail };
    }
    throw noFreeName();
  }

  private ending(): string {
    return String(this.random.bytes(4).readUInt32BE() % 1_000_000).padStart(6, '0');
  }
}

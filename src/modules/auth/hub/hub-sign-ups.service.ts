import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { HubInstancesService } from '../../instances/instances.public.js';
import { HubIdentitiesRepository, type Account } from '../../users/users.public.js';
import { ExternalAccountsService } from '../external/external-accounts.service.js';
import type { HubPerson } from './hub-attempt.js';

/** Makes accounts for people of the hub, and notes who is whom. Source: doc 3 section 12.1, new user. */
@Injectable()
export class HubSignUpsService {
  constructor(
    private readonly externals: ExternalAccountsService,
    private readonly identities: HubIdentitiesRepository,
    private readonly members: HubInstancesService,
    private readonly clock: Clock,
  ) {}

  /** The instances behind the hub, as they are configured at this moment, in whose servers this person has a part. */
  sharedWith(tx: WriteTx, { servers }: HubPerson): Promise<readonly string[]> {
    return this.members.instancesOf(tx, servers);
  }

  /**
   * Makes a regular account, for the owner of a server too, that signs in by the hub from now on and may use these instances.
   *
   * @throws as {@link ExternalAccountsService.create}; UniqueViolation, out of the whole write, when somebody else was faster
   */
  async create(tx: WriteTx, person: HubPerson, instanceIds: readonly string[]): Promise<Account> {
    const { hubAccountId, username, email } = person;
    const account = await this.externals.create(tx, username || null, email);
    await this.link(tx, account.id, person);
    await this.members.admitMember(tx, { userId: account.id, hubAccountId, username, email, instanceIds });
    return account;
  }

  /** Signs the account in by the hub from now on. @throws UniqueViolation, out of the whole write, when either is linked */
  async link(tx: WriteTx, userId: number, { hubAccountId, username, email }: HubPerson): Promise<void> {
    await this.identities.add(tx, { hubAccountId, userId, username, email, createdAt: this.clock.now() });
  }
}

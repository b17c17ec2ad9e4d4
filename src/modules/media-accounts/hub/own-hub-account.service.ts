import { Injectable } from '@nestjs/common';
import type { PlexUser } from '../../../clients/plex/plex.client.js';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository, HubIdentitiesRepository } from '../../users/users.public.js';
import { hubIdentityState, type IdentityState } from '../accounts/hub-identity.js';
import { HubEventsRepository } from '../accounts/hub-events.repository.js';
import { invalidEmail, serverFault } from '../media-accounts.errors.js';
import { HubAddressShared } from '../media-accounts.events.js';
import { type BegunPin, HubPinsService } from './hub-pins.service.js';
import type { InviteState } from '../media-accounts.events.js';
import { HubSharingService } from './hub-sharing.service.js';

export interface OwnHubAccount {
  readonly username: string;
  readonly email: string;
  readonly inviteState: InviteState;
  readonly identityState: IdentityState;
}

/** What has come of a PIN; an account without an address can't be invited. */
type PinAnswer = OwnHubAccount | 'no_address';

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** People prove their own account at the hub by a PIN; its address becomes theirs here, and they are invited. */
@Injectable()
export class OwnHubAccountService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly pins: HubPinsService<PinAnswer>,
    private readonly sharing: HubSharingService,
    private readonly hubEvents: HubEventsRepository,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError 502 when the hub can't be asked */
  async begin({ userId }: Caller): Promise<BegunPin> {
    try {
      return await this.pins.begin(userId);
    } catch (error) {
      throw serverFault(error);
    }
  }

  /** Null until the PIN is approved; the same answer from then on. @throws AppError 404 `pin_expired`; 400 `invalid_email`; 502 */
  async check({ userId }: Caller, pinId: number): Promise<OwnHubAccount | null> {
    try {
      const answer = await this.pins.check(userId, pinId, (user) => this.useAccount(userId, user));
      if (answer === 'no_address') throw invalidEmail();
      return answer;
    } catch (error) {
      throw serverFault(error);
    }
  }

  private async useAccount(userId: number, { id: accountId, name: username, email }: PlexUser): Promise<PinAnswer> {
    if (email.length > LONGEST_EMAIL || !EMAIL.test(email)) return 'no_address';
    const identityState = await this.database.write(async (tx): Promise<IdentityState> => {
      const { hubEmail } = await this.people.require(tx, userId);
      if (hubEmail !== email) {
        await this.people.setHubEmail(tx, userId, email);
        await this.hubEvents.noteAddress(tx, userId);
      }
      return hubIdentityState(this.identities, tx, userId, accountId);
    });
    const inviteState = await this.sharing.applyAddress(userId, { accountId, email });
    await this.events.publish(new HubAddressShared(userId, inviteState));
    return { username, email, inviteState, identityState };
  }
}

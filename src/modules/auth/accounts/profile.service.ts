import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { HubEventsRepository } from '../../media-accounts/media-accounts.public.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  HubEmailChanged,
  OidcIdentitiesRepository,
} from '../../users/users.public.js';
import type { IssuedSession } from '../sessions/session-issuer.service.js';
import { requireHubAddress } from './hub-address.js';

export type OwnProfile = Pick<IssuedSession, 'account' | 'caps' | 'ssoLinked'>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly identities: OidcIdentitiesRepository,
    private readonly hubEvents: HubEventsRepository,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError 401 when the account was deleted after its session had been judged */
  async of(userId: number): Promise<OwnProfile> {
    const { account, caps, ssoLinked } = await this.database.read(async (tx) => ({
      account: await this.accounts.byId(tx, userId),
      caps: await this.policies.caps(tx, userId),
      ssoLinked: await this.identities.isLinked(tx, userId),
    }));
    if (!account) throw unauthorized();
    return { account, caps, ssoLinked };
  }

  /** A change is noted in the same write, so that administrators are told. @throws AppError 400 for no address, 404 for no account */
  async changeHubEmail(userId: number, typed: string): Promise<void> {
    const address = requireHubAddress(typed);
    const changed = await this.database.write(async (tx) => {
      const { hubEmail } = await this.accounts.require(tx, userId);
      if (hubEmail === address) return false;
      await this.accounts.setHubEmail(tx, userId, address);
      await this.hubEvents.noteAddress(tx, userId);
      return true;
    });
    if (changed) await this.events.publish(new HubEmailChanged(userId));
  }
}

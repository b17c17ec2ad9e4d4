import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { MediaAccountsRepository } from './media-accounts.repository.js';
import { isOutdatedInvite } from './outdated-invite.js';

/** Which invitations of ours to servers at the hub stand? Each server by itself. */
@Injectable()
export class HubInvitationsService {
  constructor(
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
  ) {}

  /**
   * Is a person linked with a server by an invitation of ours, waiting at the address that is theirs now or accepted? Not where
   * the link has ended, or is with an account that we haven't invited.
   */
  async stands(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    const link = await this.links.of(tx, userId, instanceId);
    const person = await this.people.byId(tx, userId);
    return link?.createdByUs === true && person !== null && !isOutdatedInvite(link, person.hubEmail);
  }
}

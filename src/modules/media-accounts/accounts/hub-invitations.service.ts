import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { AccountsRepository } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from './media-accounts.repository.js';

/** Does an invitation of ours wait at an address that isn't the person's any more? @param ownAddress empty for none */
export const isOutdatedInvite = (
  {
    createdByUs,
    manageAccess,
    isPending,
    hubEmail,
  }: Pick<MediaAccount, 'createdByUs' | 'manageAccess' | 'isPending' | 'hubEmail'>,
  ownAddress: string,
): boolean =>
  createdByUs &&
  manageAccess &&
  isPending &&
  hubEmail !== '' &&
  ownAddress !== '' &&
  hubEmail.toLowerCase() !== ownAddress.toLowerCase();

/** Which invitations of ours to servers at the hub stand? Each server by itself. */
@Injectable()
export class HubInvitationsService {
  constructor(
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
  ) {}

  /** Is a person linked with a server by an invitation of ours that was accepted, or waits at their address? */
  async stands(tx: ReadTx, userId: number, instanceId: string): Promise<boolean> {
    const link = await this.links.of(tx, userId, instanceId);
    const person = await this.people.byId(tx, userId);
    return link?.createdByUs === true && person !== null && !isOutdatedInvite(link, person.hubEmail);
  }

  /** Updates when the person's address was invited latest, in the write that has just ended a link of theirs at the hub. */
  async linkEnded(tx: WriteTx, userId: number): Promise<void> {
    const person = await this.people.byId(tx, userId);
    // A null moment says that the person has named another address since.
    if (!person || person.hubInvitedAt === null) return;
    const left = (await this.links.ofUser(tx, userId))
      .filter(({ createdByUs, hubEmail }) => createdByUs && isSameAddress(hubEmail, person.hubEmail))
      .map(({ createdAt }) => createdAt);
    await this.people.setHubInvited(tx, userId, left.length > 0 ? Math.max(...left) : null);
  }
}

const isSameAddress = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();

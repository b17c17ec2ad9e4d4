import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceAccessService, MediaServerDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { isOutdatedInvite } from '../accounts/outdated-invite.js';
import type { Invitee } from './invitee.js';

/** What is to be done about invitations at the hub, as of one moment. */
export interface HubInvitees {
  /** Who holds a server, has named an address and isn't linked there. */
  readonly waiting: readonly Invitee[];
  /** Links with invitations of ours that wait at an address that isn't the person's any more. */
  readonly outdated: readonly MediaAccount[];
}

/** Who is to be invited at the hub, and whose invitation is to be taken back? Read from rows alone. */
@Injectable()
export class HubInviteesService {
  constructor(
    private readonly database: Database,
    private readonly directory: MediaServerDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
  ) {}

  read(): Promise<HubInvitees> {
    return this.database.read(async (tx) => {
      const waiting: Invitee[] = [];
      const outdated: MediaAccount[] = [];
      for (const { id: instanceId, serviceType } of await this.directory.all(tx)) {
        if (serviceType !== 'hub') continue;
        const links = await this.links.onInstance(tx, instanceId);
        const linked = new Set(links.flatMap(({ userId }) => (userId === null ? [] : [userId])));
        const holders = await this.access.holdersOf(tx, instanceId);
        const people = await this.people.byIds(tx, [...new Set([...holders, ...linked])]);
        for (const userId of holders) {
          const email = people.get(userId)?.hubEmail ?? '';
          if (!linked.has(userId) && email !== '')
            waiting.push({ userId, instanceId, email, isNamed: false, proven: null });
        }
        const addressOf = ({ userId }: MediaAccount): string =>
          userId === null ? '' : (people.get(userId)?.hubEmail ?? '');
        outdated.push(...links.filter((link) => isOutdatedInvite(link, addressOf(link))));
      }
      return { waiting, outdated };
    });
  }
}

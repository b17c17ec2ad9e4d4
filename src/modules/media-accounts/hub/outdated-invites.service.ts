import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { AccountsRepository } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository, NO_WORK } from '../accounts/media-accounts.repository.js';
import { isOutdatedInvite } from '../accounts/outdated-invite.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { MediaServersService } from '../servers/media-servers.service.js';

/** Gives up invitations of ours at addresses that aren't people's any more. */
@Injectable()
export class OutdatedInvitesService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly servers: MediaServersService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Ends the link of the person, so that their new address is invited. The row stays without a person until the job of access
   * has taken the invitation back, as after a deletion. One that was accepted meanwhile is theirs, and stays.
   *
   * @param signal gives it up as it is, and the next run comes to it
   */
  async giveUp(link: MediaAccount, signal: AbortSignal): Promise<void> {
    const { instanceId, remoteUserId, userId } = link;
    try {
      const { remote } = await this.servers.connect(instanceId);
      const account = await remote.account(remoteUserId, signal);
      const seen = account?.isPending === false ? account : null;
      await this.database.write(async (tx) => {
        const stored = await this.stillOutdated(tx, link);
        if (!stored) return;
        if (seen && !(await this.links.withRemote(tx, instanceId, seen.id)))
          await this.links.keepSeen(tx, stored, seen);
        else if (!seen) await this.links.change(tx, stored, { ...NO_WORK, userId: null });
      });
      if (!seen && userId !== null) await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    } catch (error) {
      if (signal.aborted) return;
      this.log.warn('an invitation to an earlier address could not be looked at', { instance_id: instanceId, error });
    }
  }

  /** The number of the link, where it is still as it was read. */
  private async stillOutdated(tx: WriteTx, { id, remoteUserId }: MediaAccount): Promise<number | null> {
    const stored = await this.links.byId(tx, id);
    if (!stored || stored.userId === null || stored.remoteUserId !== remoteUserId) return null;
    const person = await this.people.byId(tx, stored.userId);
    return isOutdatedInvite(stored, person?.hubEmail ?? '') ? stored.id : null;
  }
}

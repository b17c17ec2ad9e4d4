import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import {
  AssignmentsChanged,
  InstanceAccessService,
  InstanceGrantsService,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { isOutdatedInvite } from '../accounts/hub-invitations.service.js';
import { MediaAccountsRepository, type MediaAccount, NO_WORK } from '../accounts/media-accounts.repository.js';
import { type InviteState, MediaLinksChanged } from '../media-accounts.events.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { HubInvitesService } from './hub-invites.service.js';
import type { Invitee, ProvenAccount } from './invite-sending.service.js';

export interface PendingInvites {
  readonly waiting: readonly Invitee[];
  /** Links with invitations of ours that wait at an address that isn't the person's any more. */
  readonly outdated: readonly MediaAccount[];
}

/** What follows once somebody has named their address at the hub. */
@Injectable()
export class HubSharingService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly directory: MediaServerDirectoryService,
    private readonly grants: InstanceGrantsService,
    private readonly invites: HubInvitesService,
    private readonly events: EventBus,
    private readonly access: InstanceAccessService,
    private readonly links: MediaAccountsRepository,
    private readonly servers: MediaServersService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Grants servers that admit everybody, and links or invites the person where they hold one. It may be repeated.
   * @returns the outcome of all servers together; '' where nobody of this number is left, or has an address
   */
  async applyAddress(userId: number, proven: ProvenAccount | null): Promise<InviteState> {
    const hubs = await this.database.read(async (tx) =>
      (await this.directory.all(tx)).filter(({ serviceType }) => serviceType === 'hub'),
    );
    for (const hub of hubs.filter(({ config }) => config.autoApprove)) await this.admit(userId, hub);
    const person = await this.database.read((tx) => this.people.byId(tx, userId));
    if (!person?.hubEmail) return '';
    const states: InviteState[] = [];
    for (const { id: instanceId } of hubs)
      states.push(
        await this.invites.inviteHolder({ userId, instanceId, email: person.hubEmail, isNamed: false, proven }),
      );
    return strongestState(states);
  }

  /** Whoever was unlinked by an administrator isn't let in again by themselves. */
  private async admit(userId: number, hub: MediaServerRecord): Promise<void> {
    const isNew = await this.database.write(async (tx) => {
      const person = await this.people.byId(tx, userId);
      const stored = await this.directory.byId(tx, hub.id);
      const isAdmitted = person?.role === 'user' && person.hubEmail !== '' && stored?.config.autoApprove === true;
      if (!isAdmitted || (await this.links.isSuppressed(tx, userId, hub.id))) return false;
      return this.grants.add(tx, stored, new Set([userId]));
    });
    if (isNew) await this.events.publish(new AssignmentsChanged(hub.id));
  }

  /** Who is to be invited at the hub, and whose invitation is to be taken back? Read from rows alone. */
  pendingInvites(): Promise<PendingInvites> {
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

  /** Ends the link, so that the new address is invited; the row stays until the invitation is taken back. One accepted stays. */
  async giveUpInvite(link: MediaAccount, signal: AbortSignal): Promise<void> {
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

  private async stillOutdated(tx: WriteTx, { id, remoteUserId }: MediaAccount): Promise<number | null> {
    const stored = await this.links.byId(tx, id);
    if (!stored || stored.userId === null || stored.remoteUserId !== remoteUserId) return null;
    const person = await this.people.byId(tx, stored.userId);
    return isOutdatedInvite(stored, person?.hubEmail ?? '') ? stored.id : null;
  }
}

const BY_WEIGHT: readonly InviteState[] = ['sent', 'adopted', 'failed', 'claimed', 'unlinked', ''];

/** What is said of several servers together: what has been done before what has not. */
export const strongestState = (states: readonly InviteState[]): InviteState =>
  BY_WEIGHT.find((state) => states.includes(state)) ?? '';

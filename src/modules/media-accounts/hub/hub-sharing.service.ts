import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import {
  AssignmentsChanged,
  InstanceGrantsService,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { HubInvitesService } from './hub-invites.service.js';
import type { ProvenAccount } from './invitee.js';
import { type InviteState, togetherOf } from '../hub-events/invite-state.js';

/** What follows once somebody has named their address at the hub. Source: doc 1 §2 auto_approve, doc 3 §9.2. */
@Injectable()
export class HubSharingService {
  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly directory: MediaServerDirectoryService,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly grants: InstanceGrantsService,
    private readonly invites: HubInvitesService,
    private readonly events: EventBus,
  ) {}

  /**
   * Grants the servers that admit everybody who shares an address, and links or invites the person at those that they hold. What
   * is done already isn't done again.
   *
   * @param proven the account at the hub that they have just proven to be theirs; null where they have typed an address
   * @returns what has come of it on all servers together; '' where nobody of this number is left, or has an address
   * @throws StorageError 503
   */
  async follow(userId: number, proven: ProvenAccount | null): Promise<InviteState> {
    const hubs = await this.database.read(async (tx) =>
      (await this.directory.all(tx)).filter(({ serviceType }) => serviceType === 'hub'),
    );
    for (const hub of hubs.filter(({ config }) => config.autoApprove)) await this.admit(userId, hub);
    const person = await this.database.read((tx) => this.people.byId(tx, userId));
    if (!person?.hubEmail) return '';
    const states: InviteState[] = [];
    for (const { id: instanceId } of hubs)
      states.push(await this.invites.follow({ userId, instanceId, email: person.hubEmail, isNamed: false, proven }));
    return togetherOf(states);
  }

  /** Whoever was unlinked by an administrator isn't let in again by themselves. */
  private async admit(userId: number, hub: MediaServerRecord): Promise<void> {
    const isNew = await this.database.write(async (tx) => {
      const person = await this.people.byId(tx, userId);
      const stored = await this.directory.byId(tx, hub.id);
      const isAdmitted = person?.role === 'user' && person.hubEmail !== '' && stored?.config.autoApprove === true;
      if (!isAdmitted || (await this.suppressions.has(tx, userId, hub.id))) return false;
      return this.grants.add(tx, stored, new Set([userId]));
    });
    if (isNew) await this.events.publish(new AssignmentsChanged(hub.id));
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import {
  INSTANCE_DEPENDENTS,
  type InstanceDependent,
  MediaServerDirectoryService,
} from '../instances/instances.public.js';
import { NOTHING_CONFIRMED } from './accounts/confirmed-access.js';
import { HubInvitationsService } from './accounts/hub-invitations.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import { LinkSuppressionsRepository } from './accounts/link-suppressions.repository.js';
import { MediaAccountsRepository, NO_WORK } from './accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from './creation/account-intents.repository.js';

/** What is kept of a media server goes with it; the accounts there stay as they are. */
@Injectable()
export class MediaServerLifecycleService implements OnModuleInit, InstanceDependent {
  constructor(
    private readonly ports: PortRegistry,
    private readonly directory: MediaServerDirectoryService,
    private readonly links: MediaAccountsRepository,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly policies: LibraryPoliciesRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly invitations: HubInvitationsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(INSTANCE_DEPENDENTS, this);
  }

  objectionToRemoval(): Promise<null> {
    return Promise.resolve(null);
  }

  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    const links = await this.links.onInstance(tx, instanceId);
    await this.links.removeInstance(tx, instanceId);
    for (const { userId, hubEmail } of links)
      if (userId !== null && hubEmail !== '') await this.invitations.linkEnded(tx, userId);
    await this.suppressions.removeInstance(tx, instanceId);
    await this.policies.removeInstance(tx, instanceId);
    await this.intents.removeInstance(tx, instanceId);
  }

  /**
   * From now on the libraries of every managed account follow what was chosen, also of one that was adopted with its own. On an
   * audiobook server the choice is a default, and who has been adopted follows it once they are named. Source: doc 3 §3.4, doc 1
   * §4 account rules.
   */
  async librariesChanged(tx: WriteTx, instanceId: string): Promise<void> {
    const server = await this.directory.byId(tx, instanceId);
    if (server?.serviceType === 'audiobook_server') return;
    for (const { id, manageAccess, managesLibraries } of await this.links.onInstance(tx, instanceId))
      if (manageAccess && !managesLibraries) await this.links.change(tx, id, { managesLibraries: true });
  }

  /**
   * Another server may answer there: what should be is to be confirmed anew, and what is under way is not kept. What is being made
   * is settled there by its one-time secret. An invitation has none, so one that is found at the new place proves nothing.
   */
  async instanceMoved(tx: WriteTx, instanceId: string): Promise<void> {
    for (const { id } of await this.links.onInstance(tx, instanceId))
      await this.links.change(tx, id, { ...NO_WORK, confirmed: NOTHING_CONFIRMED });
    const server = await this.directory.byId(tx, instanceId);
    if (server?.serviceType === 'hub') await this.intents.removeInstance(tx, instanceId);
    else await this.intents.release(tx, instanceId);
  }
}

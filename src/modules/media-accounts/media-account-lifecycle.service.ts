import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import {
  INSTANCE_DEPENDENTS,
  type InstanceDependent,
  MediaServerDirectoryService,
} from '../instances/instances.public.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';
import { ACCOUNT_DEMOTION, ACCOUNT_REMOVAL, type AccountDemotion, type AccountRemoval } from '../users/users.public.js';
import { AccountIntentsRepository } from './accounts/account-intents.repository.js';
import { HubEventsRepository } from './accounts/hub-events.repository.js';
import { HubInvitationsService } from './accounts/hub-invitations.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import {
  MediaAccountsRepository,
  type MediaAccount,
  NO_WORK,
  NOTHING_CONFIRMED,
} from './accounts/media-accounts.repository.js';

@Injectable()
export class MediaAccountLifecycleService implements OnModuleInit, AccountRemoval, AccountDemotion, InstanceDependent {
  constructor(
    private readonly ports: PortRegistry,
    private readonly links: MediaAccountsRepository,
    private readonly hubEvents: HubEventsRepository,
    private readonly directory: MediaServerDirectoryService,
    private readonly policies: LibraryPoliciesRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly invitations: HubInvitationsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(ACCOUNT_DEMOTION, this);
    this.ports.register(INSTANCE_DEPENDENTS, this);
    this.ports.register(CLIENT_CAPABILITIES, always('media_account_management'));
  }

  /** Links of managed accounts stay without a person until the accounts are switched off; the others end. */
  async accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    for (const link of await this.links.ofUser(tx, userId)) {
      if (isToSwitchOff(link)) await this.links.change(tx, link.id, { ...NO_WORK, userId: null });
      else await this.links.remove(tx, link.id);
    }
    await this.hubEvents.removeAccount(tx, userId);
  }

  /** What their own grants don't give them is switched off, without the wait that an earlier failure left. */
  async accountDemoted(tx: WriteTx, userId: number): Promise<void> {
    for (const { id } of await this.links.ofUser(tx, userId)) await this.links.change(tx, id, { nextAttemptAt: null });
  }

  objectionToRemoval(): Promise<null> {
    return Promise.resolve(null);
  }

  /** What is kept of a media server goes with it; the accounts there stay as they are. */
  async forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    const links = await this.links.onInstance(tx, instanceId);
    await this.links.removeInstance(tx, instanceId);
    for (const { userId, hubEmail } of links)
      if (userId !== null && hubEmail !== '') await this.invitations.linkEnded(tx, userId);
    await this.policies.removeInstance(tx, instanceId);
    await this.intents.removeInstance(tx, instanceId);
  }

  /** Libraries of every managed account follow the choice now; on an audiobook server it is only a default. */
  async librariesChanged(tx: WriteTx, instanceId: string): Promise<void> {
    const server = await this.directory.byId(tx, instanceId);
    if (server?.serviceType === 'audiobook_server') return;
    for (const { id, manageAccess, managesLibraries } of await this.links.onInstance(tx, instanceId))
      if (manageAccess && !managesLibraries) await this.links.change(tx, id, { managesLibraries: true });
  }

  /** Another server may answer there: everything is confirmed anew. An invitation has no secret, so one found there proves nothing. */
  async instanceMoved(tx: WriteTx, instanceId: string): Promise<void> {
    for (const { id } of await this.links.onInstance(tx, instanceId))
      await this.links.change(tx, id, { ...NO_WORK, confirmed: NOTHING_CONFIRMED });
    const server = await this.directory.byId(tx, instanceId);
    if (server?.serviceType === 'hub') await this.intents.removeInstance(tx, instanceId);
    else await this.intents.release(tx, instanceId);
  }
}

const isToSwitchOff = ({ manageAccess, isAdministrator, confirmed }: MediaAccount): boolean =>
  manageAccess && !isAdministrator && confirmed.access !== 'off';

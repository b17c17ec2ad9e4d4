import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { ACCOUNT_DEMOTION, ACCOUNT_REMOVAL, type AccountDemotion, type AccountRemoval } from '../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository, NO_WORK } from './accounts/media-accounts.repository.js';
import { HubEventsRepository } from './hub-events/hub-events.repository.js';

/** What becomes of somebody's accounts on media servers when they go, or are an administrator no more? */
@Injectable()
export class MediaAccountLifecycleService implements OnModuleInit, AccountRemoval, AccountDemotion {
  constructor(
    private readonly ports: PortRegistry,
    private readonly links: MediaAccountsRepository,
    private readonly hubEvents: HubEventsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(ACCOUNT_DEMOTION, this);
  }

  /**
   * The links of managed accounts stay without a person, until the accounts are switched off; they are never deleted. The
   * others end, and nothing changes there. What was to be told of them at the hub is forgotten.
   */
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
}

const isToSwitchOff = ({ manageAccess, isAdministrator, confirmed }: MediaAccount): boolean =>
  manageAccess && !isAdministrator && confirmed.access !== 'off';

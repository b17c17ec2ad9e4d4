import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository, HubEmailChanged } from '../../users/users.public.js';
import type { AddressedFrame } from './announcement.js';
import { NotifierService } from './notifier.service.js';

/**
 * Tells administrators that somebody has named another address at the hub, and never which. Only where there is a hub, since
 * they have nothing to share else. Source: doc 1 section 4, doc 3 sections 6 and 9.2.
 */
@Injectable()
export class HubAccessUpdatesService implements OnModuleInit {
  private changes = 0;

  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.events.on(HubEmailChanged, ({ userId }) => {
      // Each change has a key of its own, because each is reported.
      this.changes += 1;
      const key = `hub_access_request ${this.changes}`;
      this.notifier.announce('household', { key, compose: () => this.database.read((tx) => this.frame(tx, userId)) });
    });
  }

  private async frame(tx: ReadTx, userId: number): Promise<AddressedFrame | null> {
    const account = await this.accounts.byId(tx, userId);
    const hubs = await this.directory.ofKind(tx, 'hub');
    if (!account || hubs.length === 0) return null;
    const data = { user_id: userId, username: account.username, invite_state: '' };
    return { frame: { type: 'hub_access_request', data }, audience: { of: 'administrators' }, title: null };
  }
}

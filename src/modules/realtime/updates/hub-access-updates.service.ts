import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { HubAddressShared, HubInviteSent, type InviteState } from '../../media-accounts/media-accounts.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/**
 * Tells administrators that somebody has named another address at the hub, and never which, and whether that has invited them.
 * Only where there is a hub, since they have nothing to share else. Tells people that they were invited. Source: doc 1 section 4,
 * doc 3 sections 6 and 9.2.
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
    this.events.on(HubAddressShared, ({ userId, inviteState }) => {
      // Each change has a key of its own, because each is reported.
      this.changes += 1;
      const key = `hub_access_request ${this.changes}`;
      this.notifier.announce('household', { key, compose: () => this.asked(userId, inviteState) });
    });
    this.events.on(HubInviteSent, ({ userId }) => {
      const key = `hub_invite_sent ${userId}`;
      this.notifier.announce('household', { key, compose: () => Promise.resolve(invitedFrame(userId)) });
    });
  }

  private asked(userId: number, inviteState: InviteState): Promise<AddressedFrame | null> {
    return this.database.read((tx) => this.frame(tx, userId, inviteState));
  }

  private async frame(tx: ReadTx, userId: number, inviteState: InviteState): Promise<AddressedFrame | null> {
    const account = await this.accounts.byId(tx, userId);
    const hubs = await this.directory.ofKind(tx, 'hub');
    if (!account || hubs.length === 0) return null;
    const data = { user_id: userId, username: account.username, invite_state: shownState(inviteState) };
    return { frame: { type: 'hub_access_request', data }, audience: { of: 'administrators' }, title: null };
  }
}

/** Administrators are told of invitations alone: what else has come of it, they see among the linked accounts. */
const shownState = (state: InviteState): 'sent' | 'failed' | '' =>
  state === 'sent' || state === 'failed' ? state : '';

const invitedFrame = (userId: number): AddressedFrame => ({
  frame: { type: 'hub_invite_sent', data: {} },
  audience: { of: 'accounts', userIds: [userId], administrators: false },
  title: null,
});

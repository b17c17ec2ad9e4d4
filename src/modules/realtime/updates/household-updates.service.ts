import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { DiscoveryVisibilityChanged } from '../../discovery/discovery.public.js';
import { DownloadsScopeSet } from '../../downloads/downloads.public.js';
import {
  AssignmentsChanged,
  InstanceChanged,
  InstanceDirectoryService,
  InstanceRemoved,
  PreferencesChanged,
} from '../../instances/instances.public.js';
import { HubAddressShared, HubInviteSent, type InviteState } from '../../media-accounts/media-accounts.public.js';
import { AccountsRepository, ContentPolicyChanged } from '../../users/users.public.js';
import type { AddressedFrame, Audience } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** These share one queue, so that they keep their order. */
const QUEUE = 'household';

const SENT_TO_ALL = [
  InstanceChanged,
  InstanceRemoved,
  AssignmentsChanged,
  PreferencesChanged,
  DiscoveryVisibilityChanged,
  DownloadsScopeSet,
];

/**
 * Administrators hear that somebody has named another address at the hub, never which, and whether that has invited them; only where there
 * is a hub, since they have nothing to share else.
 */
@Injectable()
export class HouseholdUpdatesService implements OnModuleInit {
  private addressChanges = 0;

  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    for (const type of SENT_TO_ALL)
      this.events.on<object>(type, () => this.announce('config_changed', { of: 'everyone' }));
    this.events.on(ContentPolicyChanged, ({ userId }) => {
      this.announce('config_changed', only(userId), userId);
    });
    this.events.on(HubAddressShared, ({ userId, inviteState }) => {
      // Each change has a key of its own, because each is reported.
      this.addressChanges += 1;
      const key = `hub_access_request ${this.addressChanges}`;
      this.notifier.announce(QUEUE, { key, compose: () => this.addressFrame(userId, inviteState) });
    });
    this.events.on(HubInviteSent, ({ userId }) => this.announce('hub_invite_sent', only(userId), userId));
  }

  /** A frame that carries nothing: clients read anew what they may see. */
  private announce(type: 'config_changed' | 'hub_invite_sent', audience: Audience, userId?: number): void {
    const frame = { frame: { type, data: {} }, audience, title: null };
    this.notifier.announce(QUEUE, { key: `${type} ${userId ?? ''}`, compose: () => Promise.resolve(frame) });
  }

  private addressFrame(userId: number, inviteState: InviteState): Promise<AddressedFrame | null> {
    return this.database.read(async (tx) => {
      const account = await this.accounts.byId(tx, userId);
      const hubs = await this.directory.ofKind(tx, 'hub');
      if (!account || hubs.length === 0) return null;
      const data = { user_id: userId, username: account.username, invite_state: shownState(inviteState) };
      return { frame: { type: 'hub_access_request', data }, audience: { of: 'administrators' }, title: null };
    });
  }
}

const only = (userId: number): Audience => ({ of: 'accounts', userIds: [userId], administrators: false });

/** Administrators get frames about invitations alone: the rest they see among the linked accounts. */
const shownState = (state: InviteState): 'sent' | 'failed' | '' =>
  state === 'sent' || state === 'failed' ? state : '';

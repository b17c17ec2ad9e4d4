import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import {
  ACCOUNT_DEMOTION,
  ACCOUNT_REMOVAL,
  AccountsRepository,
  type AccountDemotion,
  type AccountRemoval,
} from '../../users/users.public.js';
import {
  eventsOf,
  mayConcern,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  changedEvents,
  type EventChoices,
} from '../events/notification-event.js';
import { ChatPostingService } from './chat-posting.service.js';
import { ChatPreferencesRepository, type ChatPreferences } from './chat-preferences.repository.js';
import { ChatSettingsRepository } from './chat-settings.repository.js';
import { eventNotAllowed, mentionsBlocked, testNotPosted, webhookRequired, type BlockedReason } from './chat.errors.js';
import { testPost } from './chat-post.js';

export interface ShownChatPreferences extends ChatPreferences {
  readonly allowedEvents: readonly NotificationEvent[];
  readonly isServerEnabled: boolean;
  readonly isMentioning: boolean;
  /** Why nobody can be mentioned for the caller; null where that is possible. */
  readonly blockedReason: BlockedReason | null;
}

/** What to change; what is undefined stays, inside of `events` too. */
export interface ChatPreferencesChange {
  readonly enabled?: boolean;
  readonly chatIds?: readonly string[];
  readonly events?: Partial<EventChoices>;
}

/** Each account decides for itself whether it is mentioned; each post judges anew whom it may mention. */
@Injectable()
export class ChatPreferencesService implements OnModuleInit, AccountRemoval, AccountDemotion {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly preferences: ChatPreferencesRepository,
    private readonly settings: ChatSettingsRepository,
    private readonly posting: ChatPostingService,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(ACCOUNT_DEMOTION, this);
  }

  current({ userId }: Caller): Promise<ShownChatPreferences> {
    return this.database.read(async (tx) => this.read(tx, userId));
  }

  /** What isn't named stays. @throws AppError 400 where an event is switched on that the caller's role can't choose */
  change({ userId }: Caller, change: ChatPreferencesChange): Promise<ShownChatPreferences> {
    return this.database.write(async (tx) => {
      const { role } = await this.accounts.require(tx, userId);
      const strange = NOTIFICATION_EVENTS.find((event) => change.events?.[event] && !mayConcern(event, role));
      if (strange) throw eventNotAllowed(strange);
      const stored = await this.preferences.of(tx, userId);
      await this.preferences.set(tx, userId, {
        enabled: change.enabled ?? stored.enabled,
        chatIds: change.chatIds ?? stored.chatIds,
        events: changedEvents(stored.events, change.events),
      });
      return this.read(tx, userId);
    });
  }

  /** @throws AppError 409 where the server or the caller has not switched it on, or no id is saved; 502 where it isn't taken */
  async test({ userId }: Caller): Promise<void> {
    const { connection, post } = await this.database.read(async (tx) => {
      const { enabled, chatIds, blockedReason } = await this.read(tx, userId);
      if (blockedReason) throw mentionsBlocked(blockedReason);
      if (!enabled) throw mentionsBlocked('disabled');
      const webhook = await this.settings.webhook(tx);
      if (!webhook) throw webhookRequired();
      const options = await this.settings.options(tx);
      return { connection: this.posting.connectionTo(webhook, options.threadId), post: testPost(options, chatIds) };
    });
    const answer = await this.posting.post(connection, post);
    if (answer.kind !== 'sent') throw testNotPosted(answer);
  }

  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.preferences.remove(tx, userId);
  }

  /** Events for administrators alone are switched off, and stay off when the role comes back. */
  accountDemoted(tx: WriteTx, userId: number): Promise<void> {
    return this.preferences.restrict(tx, userId, eventsOf('user'));
  }

  private async read(tx: ReadTx, userId: number): Promise<ShownChatPreferences> {
    const { role } = await this.accounts.require(tx, userId);
    const stored = await this.preferences.of(tx, userId);
    const { enabled, enableMentions } = await this.settings.options(tx);
    const isServerEnabled = enabled && (await this.settings.hasWebhook(tx));
    const blockedReason = blockedBy({ ...stored, isServerEnabled, isMentioning: enableMentions });
    return { ...stored, allowedEvents: eventsOf(role), isServerEnabled, isMentioning: enableMentions, blockedReason };
  }
}

type Switches = Pick<ShownChatPreferences, 'enabled' | 'chatIds' | 'isServerEnabled' | 'isMentioning'>;

/** That nothing was switched on is a choice, and blocks nothing. */
function blockedBy({ enabled, chatIds, isServerEnabled, isMentioning }: Switches): BlockedReason | null {
  if (!isServerEnabled) return 'server_disabled';
  if (!isMentioning) return 'mentions_disabled';
  return enabled && chatIds.length === 0 ? 'no_chat_ids' : null;
}

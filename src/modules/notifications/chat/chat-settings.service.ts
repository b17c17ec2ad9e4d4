import { Injectable } from '@nestjs/common';
import { webhookAddressText, type WebhookAddress } from '../../../clients/discord/webhook-address.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { NOTIFICATION_EVENTS } from '../events/notification-event.js';
import { AVAILABLE, AvailabilityBaselineService } from '../observation/availability-baseline.service.js';
import { ObservationDiagnosticsService } from '../observation/observation-diagnostics.service.js';
import { OutboxDestinationsRepository } from '../outbox/outbox-destinations.repository.js';
import type { OutboxRow } from '../outbox/outbox-row.entity.js';
import { messageOf, OutboxRepository } from '../outbox/outbox.repository.js';
import type { OutboxSubject } from '../outbox/outbox-destination.js';
import { changedOptions, type ChatOptions, type ChatOptionsChange } from './chat-options.js';
import { ChatPostingService } from './chat-posting.service.js';
import { ChatSettingsRepository } from './chat-settings.repository.js';
import { testNotPosted, webhookRequired } from './chat.errors.js';
import { testPost } from './test-post.js';

/** What posts to the chat are called in the outbox. */
export const CHAT = 'chat';

/** How many of the latest posts administrators see. Source: doc 4 section 10, chat notification queue. */
const RECENT = 20;

/** A post that waits or has gone out. */
export interface RecentPost extends Pick<
  OutboxRow,
  'id' | 'event' | 'status' | 'detail' | 'attempts' | 'updatedAt' | 'nextAttemptAt'
> {
  readonly subject: OutboxSubject;
}

/** What administrators see of posts to the chat. The address of the webhook is not among it. */
export interface KnownChatSettings {
  readonly options: ChatOptions;
  readonly hasWebhook: boolean;
  /** The latest first. */
  readonly recent: readonly RecentPost[];
  /** What has to be done so that posts arrive; empty for nothing. */
  readonly error: string;
}

/** Where posts go, and what is posted. */
interface Told {
  /** Null for nowhere. */
  readonly destination: string | null;
  readonly options: ChatOptions;
}

/** What an administrator wants to be changed, or tried. */
export interface ChatSettingsInput {
  readonly options: ChatOptionsChange;
  /** In place of the stored one; null keeps that. */
  readonly webhook: WebhookAddress | null;
}

/** How posts to the chat are set up. Source: doc 2 sections 2, 4 and 6, Chat notifications. */
@Injectable()
export class ChatSettingsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly stored: ChatSettingsRepository,
    private readonly posting: ChatPostingService,
    private readonly messages: OutboxRepository,
    private readonly destinations: OutboxDestinationsRepository,
    private readonly baselines: AvailabilityBaselineService,
    private readonly observation: ObservationDiagnosticsService,
  ) {}

  current(): Promise<KnownChatSettings> {
    return this.database.read((tx) => this.known(tx));
  }

  /**
   * Saves what is named and keeps the rest. Posts that wait and would no longer be made are cancelled for good: those for another
   * webhook or thread, those of events that are switched off, all where posting is. Nothing is called for it.
   *
   * @throws AppError 400 where it is switched on without an address; 401 and 403 when they may not any more
   */
  change(admin: Privileged, { options, webhook }: ChatSettingsInput): Promise<KnownChatSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.told(tx);
      const changed = changedOptions(before.options, options);
      if (webhook) await this.stored.setWebhook(tx, webhookAddressText(webhook), webhook.id);
      if (changed.enabled && !(await this.stored.hasWebhook(tx))) throw webhookRequired();
      await this.stored.setOptions(tx, changed);
      await this.settle(tx, before);
      if (webhook) await this.destinations.note(tx, CHAT, { error: '' });
      return this.known(tx);
    });
  }

  /** Forgets the webhook and switches posting off, and cancels what waits. The other options stay. */
  remove(admin: Privileged): Promise<void> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.told(tx);
      await this.stored.removeWebhook(tx);
      await this.stored.setOptions(tx, { ...before.options, enabled: false });
      await this.settle(tx, before);
    });
  }

  /**
   * Posts a test as it would look after {@link change}, and mentions nobody. Nothing is saved.
   *
   * @throws AppError 400 without an address; 502 where the chat service hasn't taken it, with what is wrong; SecretUnreadable
   *   503 where the stored address can't be opened
   */
  async test({ options, webhook }: ChatSettingsInput): Promise<void> {
    const { draft, address } = await this.database.read(async (tx) => ({
      draft: changedOptions(await this.stored.options(tx), options),
      address: webhook ? webhookAddressText(webhook) : await this.stored.webhook(tx),
    }));
    if (!address) throw webhookRequired();
    const answer = await this.posting.post(this.posting.placeOf(address, draft.threadId), testPost(draft, []));
    if (answer.kind !== 'sent') throw testNotPosted(answer);
  }

  /** Cancels what would no longer be posted, and begins to look for what has become available where that is told anew. */
  private async settle(tx: WriteTx, before: Told): Promise<void> {
    const now = this.clock.now();
    const after = await this.told(tx);
    const { enabled, events } = after.options;
    const hasMoved = after.destination !== before.destination;
    if (hasMoved) {
      const words = enabled ? 'The webhook or its thread was changed.' : 'Chat notifications were switched off.';
      await this.messages.cancel(tx, CHAT, words, now);
      // Limits and errors were those of the other webhook or thread.
      await this.destinations.note(tx, CHAT, { pausedUntil: null, error: '' });
    }
    const silent = NOTIFICATION_EVENTS.filter((event) => !events[event]);
    await this.messages.cancel(tx, CHAT, 'This event was switched off.', now, silent);
    const isNew = hasMoved || !before.options.events[AVAILABLE];
    if (after.destination !== null && events[AVAILABLE] && isNew) await this.baselines.begin(tx, CHAT);
  }

  private async told(tx: ReadTx): Promise<Told> {
    return { destination: await this.stored.destination(tx), options: await this.stored.options(tx) };
  }

  private async known(tx: ReadTx): Promise<KnownChatSettings> {
    const recent = await this.messages.recent(tx, CHAT, RECENT);
    const { destination, options } = await this.told(tx);
    const { error } = await this.destinations.state(tx, CHAT);
    const isObserved = destination !== null && options.events[AVAILABLE];
    return {
      options,
      hasWebhook: await this.stored.hasWebhook(tx),
      recent: recent.map((row) => ({ ...row, subject: messageOf(row).subject })),
      error: [error, ...(isObserved ? this.observation.problems() : [])].filter((one) => one !== '').join(' '),
    };
  }
}

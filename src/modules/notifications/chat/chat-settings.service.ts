import { Injectable } from '@nestjs/common';
import { webhookAddressText, type WebhookAddress } from '../../../clients/discord/webhook-address.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { Clock } from '../../../core/time/clock.js';
import { AVAILABLE, isNotificationEvent } from '../events/notification-event.js';
import { DestinationChangeService, type DestinationSetup } from '../observation/destination-change.service.js';
import { ObservationDiagnosticsService } from '../observation/observation-diagnostics.service.js';
import { sayNotification, together } from '../notifications.sentences.js';
import { OutboxRepository, type RecentMessage } from '../outbox/outbox.repository.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import {
  changedOptions,
  type ChatOptions,
  type ChatOptionsChange,
  ChatSettingsRepository,
} from './chat-settings.repository.js';
import { ChatPostingService } from './chat-posting.service.js';
import { eventNotPosted, notRepostable, postNotFound, testNotPosted, webhookRequired } from './chat.errors.js';
import { testPost } from './chat-post.js';

export const CHAT = 'chat';

const RECENT = 20;

/** What administrators see of posts to the chat. The address of the webhook is not among it. */
export interface ShownChatSettings {
  readonly options: ChatOptions;
  readonly hasWebhook: boolean;
  readonly recent: readonly RecentMessage[];
  /** What has to be done so that posts arrive; null for nothing. */
  readonly error: Sentence | null;
}

export interface ChatSettingsInput {
  readonly options: ChatOptionsChange;
  /** In place of the stored one; null keeps that. */
  readonly webhook: WebhookAddress | null;
}

@Injectable()
export class ChatSettingsService {
  constructor(
    private readonly database: Database,
    private readonly stored: ChatSettingsRepository,
    private readonly posting: ChatPostingService,
    private readonly messages: OutboxRepository,
    private readonly changes: DestinationChangeService,
    private readonly worker: OutboxWorkerJob,
    private readonly clock: Clock,
    private readonly observation: ObservationDiagnosticsService,
  ) {}

  current(): Promise<ShownChatSettings> {
    return this.database.read((tx) => this.read(tx));
  }

  /**
   * What isn't named stays. Posts that wait and would no longer be made are cancelled for good. Nothing is called for it.
   * @throws AppError 400 where it is switched on without an address; 401 and 403 for a lost right
   */
  change(admin: Privileged, { options, webhook }: ChatSettingsInput): Promise<ShownChatSettings> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.setup(tx);
      const changed = changedOptions(await this.stored.options(tx), options);
      if (webhook) await this.stored.setWebhook(tx, webhookAddressText(webhook), webhook.id);
      if (changed.enabled && !(await this.stored.hasWebhook(tx))) throw webhookRequired();
      await this.stored.setOptions(tx, changed);
      await this.settle(tx, before);
      if (webhook) await this.messages.noteState(tx, CHAT, { error: null });
      return this.read(tx);
    });
  }

  /** Forgets the webhook and switches posting off, and cancels what waits. The other options stay. */
  remove(admin: Privileged): Promise<void> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const before = await this.setup(tx);
      await this.stored.removeWebhook(tx);
      await this.stored.setOptions(tx, { ...(await this.stored.options(tx)), enabled: false });
      await this.settle(tx, before);
    });
  }

  /**
   * Has a post that failed or is unconfirmed posted once more, judged anew.
   * @throws AppError 404 for a post that isn't of the chat; 409 for one in another state, and while its event isn't posted; 401 and 403
   */
  async repost(admin: Privileged, id: number): Promise<ShownChatSettings> {
    const shown = await privilegedWrite(this.database, admin, async (tx) => {
      const row = await this.messages.byId(tx, id);
      if (row?.destination !== CHAT) throw postNotFound();
      if (row.status !== 'failed' && row.status !== 'unconfirmed') throw notRepostable();
      const { address, events } = await this.setup(tx);
      if (address === null || !isNotificationEvent(row.event) || !events[row.event]) throw eventNotPosted();
      await this.messages.renew(tx, id, this.clock.now());
      return this.read(tx);
    });
    this.worker.wake();
    return shown;
  }

  /**
   * Posts a test as it would look after {@link change}, and mentions nobody. Nothing is saved.
   * @throws AppError 400 without an address; 502 where it isn't taken; SecretUnreadable 503 where the address can't be opened
   */
  async test({ options, webhook }: ChatSettingsInput): Promise<void> {
    const { draft, address } = await this.database.read(async (tx) => ({
      draft: changedOptions(await this.stored.options(tx), options),
      address: webhook ? webhookAddressText(webhook) : await this.stored.webhook(tx),
    }));
    if (!address) throw webhookRequired();
    const answer = await this.posting.post(this.posting.connectionTo(address, draft.threadId), testPost(draft, []));
    if (answer.kind !== 'sent') throw testNotPosted(answer);
  }

  private async settle(tx: WriteTx, before: DestinationSetup): Promise<void> {
    const after = await this.setup(tx);
    const { enabled } = await this.stored.options(tx);
    const reason = sayNotification(enabled ? 'chat_webhook_changed' : 'chat_switched_off');
    await this.changes.settle(tx, CHAT, { before, after, reason });
  }

  private async setup(tx: ReadTx): Promise<DestinationSetup> {
    return { address: await this.stored.destination(tx), events: (await this.stored.options(tx)).events };
  }

  private async read(tx: ReadTx): Promise<ShownChatSettings> {
    const { address, events } = await this.setup(tx);
    const { error } = await this.messages.stateOf(tx, CHAT);
    const connection = address === null ? null : await this.posting.savedConnection(tx);
    const problems = [
      error,
      connection && 'wait' in connection ? connection.wait : null,
      ...(connection && events[AVAILABLE] ? this.observation.problems() : []),
    ];
    return {
      options: await this.stored.options(tx),
      hasWebhook: await this.stored.hasWebhook(tx),
      recent: await this.messages.recent(tx, CHAT, RECENT),
      error: together(problems.filter((one) => one !== null)),
    };
  }
}

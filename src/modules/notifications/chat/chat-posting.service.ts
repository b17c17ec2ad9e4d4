import { Injectable } from '@nestjs/common';
import { DiscordWebhookClient, type PostAnswer } from '../../../clients/discord/discord-webhook.client.js';
import { readWebhookAddress, type WebhookAddress } from '../../../clients/discord/webhook-address.js';
import type { WebhookPost } from '../../../clients/discord/webhook-post.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { sayNotification } from '../notifications.sentences.js';
import type { NotYet } from '../outbox/outbox-destination.js';
import { ChatSettingsRepository } from './chat-settings.repository.js';
import { hostNotAllowed } from './chat.errors.js';

export interface ChatConnection {
  readonly webhook: WebhookAddress;
  /** Empty for the channel of the webhook. */
  readonly threadId: string;
}

/** Posts to the chat, on the external network. Not inside a transaction. */
@Injectable()
export class ChatPostingService {
  constructor(
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly network: ExternalNetworkService,
    @InjectSettings() private readonly settings: Settings,
    private readonly stored: ChatSettingsRepository,
  ) {}

  /**
   * Where posts go by a stored address. It was judged before it was stored; CHAT_HOSTS may be another since.
   * @throws AppError 400 where CHAT_HOSTS allows its host no longer
   */
  connectionTo(stored: Secret, threadId: string): ChatConnection {
    const webhook = readWebhookAddress(stored.reveal(), this.settings.chatHosts);
    if ('refused' in webhook) throw hostNotAllowed();
    return { webhook, threadId };
  }

  /** Where posts go by what is saved; else why that can't be used, in a sentence for administrators. @throws StorageError */
  async savedConnection(tx: ReadTx): Promise<ChatConnection | NotYet> {
    try {
      const webhook = await this.stored.webhook(tx);
      if (!webhook) return { wait: sayNotification('chat_webhook_missing') };
      return this.connectionTo(webhook, (await this.stored.options(tx)).threadId);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
      return { wait: sayNotification('chat_address_unusable') };
    }
  }

  /** Posts once. @throws SecretUnreadable or StorageError 503 where the outbound proxy can't be read: nothing was sent */
  post({ webhook, threadId }: ChatConnection, post: WebhookPost): Promise<PostAnswer> {
    const { clock, log, meter } = this;
    const client = new DiscordWebhookClient({ address: webhook, clock, log, meter, path: () => this.network.path() });
    return client.execute(post, { threadId: threadId || null });
  }
}

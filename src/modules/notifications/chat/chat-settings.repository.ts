import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  defineSecretSetting,
  defineSetting,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';
import { CHAT_OPTIONS, DEFAULT_OPTIONS, type ChatOptions } from './chat-options.js';

const OPTIONS = defineSetting({ key: 'chat_notifications', schema: CHAT_OPTIONS, fallback: DEFAULT_OPTIONS });
const WEBHOOK = defineSecretSetting('chat_webhook_url');
/** Which webhook it is, to be told without opening its address. */
const WEBHOOK_ID = defineSetting({ key: 'chat_webhook_id', schema: z.string(), fallback: '' });

/** What is stored of posts to the chat: the options, and the sealed address of the webhook. Source: doc 2 section 6. */
@Injectable()
export class ChatSettingsRepository {
  constructor(
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
  ) {}

  options(tx: ReadTx): Promise<ChatOptions> {
    return this.store.get(tx, OPTIONS);
  }

  async setOptions(tx: WriteTx, options: ChatOptions): Promise<void> {
    await this.store.set(tx, OPTIONS, options);
  }

  /** Is there a webhook? Its address is not opened for it. */
  hasWebhook(tx: ReadTx): Promise<boolean> {
    return this.secrets.isStored(tx, WEBHOOK);
  }

  /**
   * The address of the webhook; null where there is none.
   *
   * @throws SecretUnreadable 503 where it can't be opened
   */
  webhook(tx: ReadTx): Promise<Secret | null> {
    return this.secrets.get(tx, WEBHOOK);
  }

  /** @param id of the webhook itself, which is no secret */
  async setWebhook(tx: WriteTx, address: Secret, id: string): Promise<void> {
    await this.secrets.set(tx, WEBHOOK, address);
    await this.store.set(tx, WEBHOOK_ID, id);
  }

  async removeWebhook(tx: WriteTx): Promise<void> {
    await this.secrets.remove(tx, WEBHOOK);
    await this.store.remove(tx, WEBHOOK_ID);
  }

  /**
   * Where posts go at this moment, as one text: webhook and thread, without a secret. Null where they go nowhere, since there is
   * no webhook or it is switched off.
   */
  async destination(tx: ReadTx): Promise<string | null> {
    const { enabled, threadId } = await this.options(tx);
    if (!enabled || !(await this.hasWebhook(tx))) return null;
    return `${await this.store.get(tx, WEBHOOK_ID)}/${threadId}`;
  }
}

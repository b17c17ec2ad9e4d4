import { z } from 'zod';
import { changedEvents, eachEvent, eventChoices, NO_EVENTS, type EventChoices } from '../events/notification-event.js';
import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  defineSecretSetting,
  defineSetting,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';

export interface ChatOptions {
  readonly enabled: boolean;
  readonly events: EventChoices;
  readonly enableMentions: boolean;
  /** The role that posts mention; empty for none. */
  readonly roleId: string;
  readonly roleEvents: EventChoices;
  /** The thread that posts go to; empty for the channel of the webhook. */
  readonly threadId: string;
  /** In place of the webhook's own name; empty for that. */
  readonly username: string;
  /** In place of the webhook's own picture; empty for that. */
  readonly avatarUrl: string;
  readonly embedPoster: boolean;
  /** After how many days without a file administrators are told of a request: 1 to 365. It holds for all destinations. */
  readonly stuckDays: number;
}

/** Options to change. What is undefined stays, inside of maps too; an empty text clears. */
export interface ChatOptionsChange extends Partial<Omit<ChatOptions, 'events' | 'roleEvents'>> {
  readonly events?: Partial<EventChoices>;
  readonly roleEvents?: Partial<EventChoices>;
}

const DEFAULT_OPTIONS: ChatOptions = {
  enabled: false,
  events: eachEvent((event) => event === 'request_pending'),
  enableMentions: false,
  roleId: '',
  roleEvents: NO_EVENTS,
  threadId: '',
  username: '',
  avatarUrl: '',
  embedPoster: true,
  stuckDays: 14,
};

const CHAT_OPTIONS: z.ZodType<ChatOptions> = z.object({
  enabled: z.boolean(),
  events: eventChoices(DEFAULT_OPTIONS.events),
  enableMentions: z.boolean(),
  roleId: z.string(),
  roleEvents: eventChoices(NO_EVENTS),
  threadId: z.string(),
  username: z.string(),
  avatarUrl: z.string(),
  embedPoster: z.boolean(),
  stuckDays: z.number().default(DEFAULT_OPTIONS.stuckDays),
});

export function changedOptions(stored: ChatOptions, change: ChatOptionsChange): ChatOptions {
  const { events, roleEvents, ...rest } = change;
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...stored,
    ...named,
    events: changedEvents(stored.events, events),
    roleEvents: changedEvents(stored.roleEvents, roleEvents),
  };
}

const OPTIONS = defineSetting({ key: 'chat_notifications', schema: CHAT_OPTIONS, fallback: DEFAULT_OPTIONS });
const WEBHOOK = defineSecretSetting('chat_webhook_url');
/** Which webhook it is, to be told without opening its address. */
const WEBHOOK_ID = defineSetting({ key: 'chat_webhook_id', schema: z.string(), fallback: '' });

/** What is stored of posts to the chat: the options, and the sealed address of the webhook. */
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

  /** The address of the webhook; null where there is none. @throws SecretUnreadable 503 where it can't be opened */
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

  /** Webhook and thread as one text, without a secret; null where posts go nowhere. */
  async destination(tx: ReadTx): Promise<string | null> {
    const { enabled, threadId } = await this.options(tx);
    if (!enabled || !(await this.hasWebhook(tx))) return null;
    return `${await this.store.get(tx, WEBHOOK_ID)}/${threadId}`;
  }
}

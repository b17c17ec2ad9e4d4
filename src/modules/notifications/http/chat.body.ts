import { badRequest } from '../../../core/errors/app-error.js';
import { type EventChoices, NOTIFICATION_EVENTS, type NotificationEvent } from '../events/notification-event.js';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { readWebhookAddress, type WebhookAddress, isSnowflake } from '../../../clients/discord/webhook-address.js';
import { isRefusedName, POST_CAPS } from '../../../clients/discord/webhook-post.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { addressRefused, nameRefused } from '../chat/chat.errors.js';
import type { ChatOptionsChange } from '../chat/chat-settings.repository.js';
import type { ChatPreferencesChange } from '../chat/chat-preferences.service.js';
import type { ChatSettingsInput } from '../chat/chat-settings.service.js';

/** A switch for each event. An event that is left out keeps its own. */
type EventSwitches = { readonly [event in NotificationEvent]?: boolean | null };

/** Others and those that are null stay. @throws AppError 400 for a switch that is neither true nor false */
function eventChange(name: string, switches: EventSwitches | null | undefined): Partial<EventChoices> {
  const given = NOTIFICATION_EVENTS.flatMap((event): readonly (readonly [NotificationEvent, boolean])[] => {
    const value: unknown = switches && Object.hasOwn(switches, event) ? switches[event] : null;
    if (value !== null && typeof value !== 'boolean') {
      const path = `${name}.${event}`;
      throw badRequest('not_a_flag', `${path} must be true or false`, { name: path });
    }
    return value === null ? [] : [[event, value]];
  });
  return Object.fromEntries(given);
}

const flag = (name: string) => refusedMember('not_a_flag', `${name} must be true or false`, { name });
const switches = (name: string) =>
  refusedMember('not_an_object', `${name} must be an object of switches by event`, { name });
const textOf = (name: string, most: number) => {
  const words = `${name} must be a text of at most ${most} characters`;
  return {
    none: refusedMember('not_a_text', words, { name, most }),
    long: refusedMember('too_long', words, { name, most }),
  };
};

const WEBHOOK_URL = textOf('webhook_url', 2_048);
const ROLE_ID = textOf('role_id', 40);
const THREAD_ID = textOf('thread_id', 40);
const USERNAME = textOf('username', 200);
const AVATAR_URL = textOf('avatar_url', POST_CAPS.avatarUrl);

const DAYS = 'stuck_days must be a whole number from 1 to 365';
const DAYS_LIMITS = { name: 'stuck_days', least: 1, most: 365 };
const NO_DAYS = refusedMember('not_a_number', DAYS, DAYS_LIMITS);
const OTHER_DAYS = refusedMember('out_of_range', DAYS, DAYS_LIMITS);

/** Body of PUT /api/admin/chat-notifications and of its test. What is left out, or null, stays. */
export class ChatSettingsBody {
  @IsOptional()
  @IsBoolean(flag('enabled'))
  enabled?: boolean | null;

  /** The address of an incoming webhook. Blank keeps the stored one. */
  @IsOptional()
  @MaxLength(2_048, WEBHOOK_URL.long)
  @IsString(WEBHOOK_URL.none)
  webhook_url?: string | null;

  /** What is posted. */
  @IsOptional()
  @IsObject(switches('events'))
  events?: EventSwitches | null;

  /** The older name of `events.request_auto_approved`, which wins over it. */
  @IsOptional()
  @IsBoolean(flag('include_auto_approved'))
  include_auto_approved?: boolean | null;

  @IsOptional()
  @IsBoolean(flag('enable_mentions'))
  enable_mentions?: boolean | null;

  /** The role to mention, as a text of digits. Blank clears. */
  @IsOptional()
  @MaxLength(40, ROLE_ID.long)
  @IsString(ROLE_ID.none)
  role_id?: string | null;

  /** Which posts mention the role. */
  @IsOptional()
  @IsObject(switches('role_events'))
  role_events?: EventSwitches | null;

  /** A thread of the webhook's channel, as a text of digits. Blank clears. */
  @IsOptional()
  @MaxLength(40, THREAD_ID.long)
  @IsString(THREAD_ID.none)
  thread_id?: string | null;

  /** In place of the webhook's own name. Blank clears. */
  @IsOptional()
  @MaxLength(200, USERNAME.long)
  @IsString(USERNAME.none)
  username?: string | null;

  /** The address of a picture in place of the webhook's own. Blank clears. */
  @IsOptional()
  @MaxLength(2_048, AVATAR_URL.long)
  @IsString(AVATAR_URL.none)
  avatar_url?: string | null;

  /** Do posts show the poster of their title? */
  @IsOptional()
  @IsBoolean(flag('embed_poster'))
  embed_poster?: boolean | null;

  /** After how many days without a file `request_stuck` tells of a request. */
  @IsOptional()
  @Max(365, OTHER_DAYS)
  @Min(1, OTHER_DAYS)
  @IsInt(NO_DAYS)
  stuck_days?: number | null;
}

/** @throws AppError 400 for what the chat service would not take; an address is never repeated */
export function chatSettingsInput(body: ChatSettingsBody, hosts: readonly string[]): ChatSettingsInput {
  return { options: optionsIn(body), webhook: webhookIn(body.webhook_url, hosts) };
}

function optionsIn(body: ChatSettingsBody): ChatOptionsChange {
  const { include_auto_approved: alias } = body;
  return {
    enabled: body.enabled ?? undefined,
    events: {
      ...(typeof alias === 'boolean' && { request_auto_approved: alias }),
      ...eventChange('events', body.events),
    },
    enableMentions: body.enable_mentions ?? undefined,
    roleId: read(body.role_id, (text) => chatId('role_id', text)),
    roleEvents: eventChange('role_events', body.role_events),
    threadId: read(body.thread_id, (text) => chatId('thread_id', text)),
    username: read(body.username, username),
    avatarUrl: read(body.avatar_url, avatarUrl),
    embedPoster: body.embed_poster ?? undefined,
    stuckDays: body.stuck_days ?? undefined,
  };
}

/** Undefined for nothing, empty for a blank text; else what it is read as. */
function read(text: string | null | undefined, as: (trimmed: string) => string): string | undefined {
  const trimmed = text?.trim();
  return trimmed ? as(trimmed) : trimmed;
}

function webhookIn(typed: string | null | undefined, hosts: readonly string[]): WebhookAddress | null {
  if (!typed?.trim()) return null;
  const judged = readWebhookAddress(typed, hosts);
  if ('refused' in judged) throw addressRefused(judged.refused);
  return judged;
}

/** @throws AppError 400 for what is no id at the chat service */
function chatId(name: string, text: string): string {
  if (!isSnowflake(text)) {
    throw badRequest('not_a_chat_id', `${name} must be an id of the chat service: up to 20 digits`, { name });
  }
  return text;
}

function username(text: string): string {
  if (isRefusedName(text)) throw nameRefused();
  return text;
}

function avatarUrl(text: string): string {
  const url = parsedUrl(text);
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain) {
    const words = 'avatar_url must be an http or https address without a user';
    throw badRequest('not_a_web_address', words, { name: 'avatar_url' });
  }
  // Letters outside of ASCII are longer as they are sent.
  if (url.href.length > POST_CAPS.avatarUrl) {
    const { message, context } = AVATAR_URL.long;
    throw badRequest(context.code, message, context.params);
  }
  return url.href;
}

const MOST_IDS = 10;

const CHAT_IDS = `chat_ids must be a list of at most ${MOST_IDS} ids as texts of digits`;
const NO_IDS = refusedMember('not_a_list', CHAT_IDS, { name: 'chat_ids', most: MOST_IDS });
const NO_TEXTS = refusedMember('not_a_text', CHAT_IDS, { name: 'chat_ids', most: MOST_IDS });

/** Body of PUT /api/auth/chat-notifications. What is left out, or null, stays. */
export class ChatPreferencesBody {
  @IsOptional()
  @IsBoolean(flag('enabled'))
  enabled?: boolean | null;

  /** Ids of the caller at the chat service, in place of those before. */
  @IsOptional()
  @IsString({ ...NO_TEXTS, each: true })
  @ArrayMaxSize(MOST_IDS, NO_IDS)
  @IsArray(NO_IDS)
  chat_ids?: string[] | null;

  /** Which events mention the caller. */
  @IsOptional()
  @IsObject(switches('events'))
  events?: EventSwitches | null;
}

/** What an account wants to be changed. @throws AppError 400 for an id that is none */
export function chatPreferencesChange({
  enabled,
  chat_ids: chatIds,
  events,
}: ChatPreferencesBody): ChatPreferencesChange {
  return {
    enabled: enabled ?? undefined,
    chatIds: chatIds ? [...new Set(chatIds.map((id) => chatId('chat_ids', id.trim())))] : undefined,
    events: eventChange('events', events),
  };
}

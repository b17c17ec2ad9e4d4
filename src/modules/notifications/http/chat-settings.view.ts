import type { EventChoices } from '../events/event-choices.js';
import type { KnownChatSettings } from '../chat/chat-settings.service.js';
import { recentMessageView, type RecentMessageView } from './recent-message.view.js';

/** How posts to the chat are set up; the address of the webhook never leaves. Source: doc 2 sections 2 and 4. */
export interface ChatSettingsView {
  readonly enabled: boolean;
  readonly has_webhook: boolean;
  /** What is posted. */
  readonly events: EventChoices;
  /** The older name of `events.request_auto_approved`. */
  readonly include_auto_approved: boolean;
  readonly enable_mentions: boolean;
  /** Empty for none. */
  readonly role_id: string;
  /** Which posts mention the role. */
  readonly role_events: EventChoices;
  /** Empty for the channel itself. */
  readonly thread_id: string;
  /** Empty for the webhook's own name. */
  readonly username: string;
  /** Empty for the webhook's own picture. */
  readonly avatar_url: string;
  readonly embed_poster: boolean;
  /** After how many days without a file `request_stuck` tells of a request, here and in channels. */
  readonly stuck_days: number;
  /** The latest posts, newest first: 20 at most. */
  readonly recent: readonly RecentMessageView[];
  /** What an administrator has to do so that posts arrive. */
  readonly error?: string;
}

export const chatSettingsView = ({ options, hasWebhook, recent, error }: KnownChatSettings): ChatSettingsView => ({
  enabled: options.enabled,
  has_webhook: hasWebhook,
  events: options.events,
  include_auto_approved: options.events.request_auto_approved,
  enable_mentions: options.enableMentions,
  role_id: options.roleId,
  role_events: options.roleEvents,
  thread_id: options.threadId,
  username: options.username,
  avatar_url: options.avatarUrl,
  embed_poster: options.embedPoster,
  stuck_days: options.stuckDays,
  recent: recent.map(recentMessageView),
  ...(error && { error }),
});

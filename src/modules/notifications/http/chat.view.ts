import { sentenceView, type SentenceView } from '../../../core/http/view-members.js';
import type { EventChoices, NotificationEvent } from '../events/notification-event.js';
import type { ShownChatSettings } from '../chat/chat-settings.service.js';
import { recentMessageView, type RecentMessageView } from './recent-message.view.js';
import type { ShownChatPreferences } from '../chat/chat-preferences.service.js';

/** How posts to the chat are set up; the address of the webhook never leaves. */
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
  /** The same as a code; left out where `error` is. */
  readonly sentence?: SentenceView;
}

export const chatSettingsView = ({ options, hasWebhook, recent, error }: ShownChatSettings): ChatSettingsView => ({
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
  ...(error && { error: error.text, sentence: sentenceView(error) }),
});

/** How the caller is mentioned in the chat. */
export interface ChatPreferencesView {
  readonly enabled: boolean;
  /** Ids of the caller at the chat service. */
  readonly chat_ids: readonly string[];
  /** Which of the allowed events mention the caller. */
  readonly events: { readonly [event in NotificationEvent]?: boolean };
  /** What somebody of the caller's role can be told of. */
  readonly allowed_events: readonly NotificationEvent[];
  /** Does the server post to a chat? */
  readonly server_enabled: boolean;
  /** May its posts mention people? */
  readonly server_mentions: boolean;
  /** Why the caller can't be mentioned, whatever is chosen. */
  readonly blocked_reason?: 'server_disabled' | 'mentions_disabled' | 'no_chat_ids';
}

export const chatPreferencesView = (known: ShownChatPreferences): ChatPreferencesView => ({
  enabled: known.enabled,
  chat_ids: known.chatIds,
  events: Object.fromEntries(known.allowedEvents.map((event) => [event, known.events[event]])),
  allowed_events: known.allowedEvents,
  server_enabled: known.isServerEnabled,
  server_mentions: known.isMentioning,
  ...(known.blockedReason && { blocked_reason: known.blockedReason }),
});

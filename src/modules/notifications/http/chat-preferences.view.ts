import type { KnownChatPreferences } from '../chat/chat-preferences.service.js';
import type { NotificationEvent } from '../events/notification-event.js';

/** How the caller is mentioned in the chat. Source: doc 2 sections 2 and 4. */
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

export const chatPreferencesView = (known: KnownChatPreferences): ChatPreferencesView => ({
  enabled: known.enabled,
  chat_ids: known.chatIds,
  events: Object.fromEntries(known.allowedEvents.map((event) => [event, known.events[event]])),
  allowed_events: known.allowedEvents,
  server_enabled: known.isServerEnabled,
  server_mentions: known.isMentioning,
  ...(known.blockedReason && { blocked_reason: known.blockedReason }),
});

import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { EventChoices } from '../events/event-choices.js';
import type { KnownChatSettings, RecentPost } from '../chat/chat-settings.service.js';
import type { OutboxStatus } from '../outbox/outbox-row.entity.js';

/** A post that waits or has gone out. Source: doc 4 section 10, chat notification queue. */
interface RecentPostView {
  readonly id: number;
  /** The request that it is about, the first of several. */
  readonly request_id?: number;
  /** The report that it is about. */
  readonly issue_id?: number;
  readonly event: string;
  readonly status: OutboxStatus;
  /** Why it has this status; empty where there is nothing to say. */
  readonly detail: string;
  /** How often it was sent. */
  readonly attempts: number;
  readonly updated_at: Rfc3339;
  /** When it is sent, if it waits. */
  readonly next_attempt_at?: Rfc3339;
}

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
  /** The latest posts, newest first: 20 at most. */
  readonly recent: readonly RecentPostView[];
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
  recent: recent.map(recentPostView),
  ...(error && { error }),
});

const recentPostView = ({ subject, updatedAt, nextAttemptAt, ...post }: RecentPost): RecentPostView => ({
  id: post.id,
  ...(subject.requestIds?.[0] !== undefined && { request_id: subject.requestIds[0] }),
  ...(subject.issueId !== undefined && { issue_id: subject.issueId }),
  event: post.event,
  status: post.status,
  detail: post.detail,
  attempts: post.attempts,
  updated_at: rfc3339(updatedAt),
  ...(nextAttemptAt !== null && { next_attempt_at: rfc3339(nextAttemptAt) }),
});

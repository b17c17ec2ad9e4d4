import type { Schemas } from '../api/client.js';
import { changedMembers } from './changed-members.js';
import type { ChatEvent } from './notification-events.js';

/** How posts to the chat are set up, as the server answers it. */
export type ChatSettings = Schemas['ChatSettingsView'];

/** It as a form has it. Of the address there is only what was typed anew. */
export interface TypedChat {
  enabled: boolean;
  /** Empty where the stored one stays. */
  webhook: string;
  events: Record<ChatEvent, boolean>;
  thread: string;
  username: string;
  avatar: string;
  hasPoster: boolean;
  /** As it is typed. */
  stuckDays: string;
  mentions: boolean;
  role: string;
  roleEvents: Record<ChatEvent, boolean>;
}

/** What a form shows at first. */
export const typedChat = (stored: ChatSettings): TypedChat => ({
  enabled: stored.enabled,
  webhook: '',
  events: { ...stored.events },
  thread: stored.thread_id,
  username: stored.username,
  avatar: stored.avatar_url,
  hasPoster: stored.embed_poster,
  stuckDays: String(stored.stuck_days),
  mentions: stored.enable_mentions,
  role: stored.role_id,
  roleEvents: { ...stored.role_events },
});

/** What is sent: what differs from what is stored. Everything else stays as the server has it. */
export function chatChange(typed: TypedChat, stored: ChatSettings): Schemas['ChatSettingsBody'] {
  const before = typedChat(stored);
  const webhook = typed.webhook.trim();
  return {
    ...changedMembers(single(typed), single(before)),
    ...(webhook !== '' && { webhook_url: webhook }),
    events: changedMembers(typed.events, before.events),
    role_events: changedMembers(typed.roleEvents, before.roleEvents),
  };
}

const single = (typed: TypedChat) => ({
  enabled: typed.enabled,
  thread_id: typed.thread.trim(),
  username: typed.username.trim(),
  avatar_url: typed.avatar.trim(),
  embed_poster: typed.hasPoster,
  stuck_days: daysIn(typed.stuckDays),
  enable_mentions: typed.mentions,
  role_id: typed.role.trim(),
});

/** What is no number of days is 0, which the server refuses. */
const daysIn = (text: string): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0);

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

/** It flat, so that each switch is a change of its own: events as `post …`, those that mention the role as `role …`. */
export type FlatChat = Omit<TypedChat, 'events' | 'roleEvents'> & Record<`${'post' | 'role'} ${ChatEvent}`, boolean>;

const flatEvents = <Kind extends 'post' | 'role'>(kind: Kind, events: Readonly<Record<ChatEvent, boolean>>) =>
  Object.fromEntries(Object.entries(events).map(([event, isOn]) => [`${kind} ${event}`, isOn])) as Record<
    `${Kind} ${ChatEvent}`,
    boolean
  >;

/** What a form shows at first, flat. */
export function flatChat(stored: ChatSettings): FlatChat {
  const { events, roleEvents, ...rest } = typedChat(stored);
  return { ...rest, ...flatEvents('post', events), ...flatEvents('role', roleEvents) };
}

/** What is sent of what a form shows flat: what differs from what is stored. */
export function flatChatChange(flat: FlatChat, stored: ChatSettings): Schemas['ChatSettingsBody'] {
  const eventsOf = (kind: 'post' | 'role') =>
    Object.fromEntries(
      Object.keys(stored.events).map((event) => [event, flat[`${kind} ${event as ChatEvent}`]]),
    ) as Record<ChatEvent, boolean>;
  return chatChange({ ...flat, events: eventsOf('post'), roleEvents: eventsOf('role') }, stored);
}

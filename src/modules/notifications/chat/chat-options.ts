import { z } from 'zod';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../events/notification-event.js';

/** Something switched on or off for each event. */
export type EventChoices = Readonly<Record<NotificationEvent, boolean>>;

/** What is told in the chat, and how. Source: doc 2 section 2, Chat notification settings. */
export interface ChatOptions {
  readonly enabled: boolean;
  /** What is posted. */
  readonly events: EventChoices;
  /** May a post mention anybody? */
  readonly enableMentions: boolean;
  /** The role that posts mention; empty for none. */
  readonly roleId: string;
  /** Which posts mention it. */
  readonly roleEvents: EventChoices;
  /** The thread that posts go to; empty for the channel of the webhook. */
  readonly threadId: string;
  /** In place of the webhook's own name; empty for that. */
  readonly username: string;
  /** In place of the webhook's own picture; empty for that. */
  readonly avatarUrl: string;
  /** Do posts show the poster of their title? */
  readonly embedPoster: boolean;
}

/** Options to change. What is undefined stays, inside of maps too; an empty text clears. Source: doc 2 section 6 */
export interface ChatOptionsChange extends Partial<Omit<ChatOptions, 'events' | 'roleEvents'>> {
  readonly events?: Partial<EventChoices>;
  readonly roleEvents?: Partial<EventChoices>;
}

/** The same for each event. */
const eachEvent = (isOn: (event: NotificationEvent) => boolean): EventChoices =>
  Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, isOn(event)])) as EventChoices;

/** Nothing is chosen. */
export const NO_EVENTS: EventChoices = eachEvent(() => false);

/** What holds while nobody has chosen. Source: doc 2 section 6, Defaults. */
export const DEFAULT_OPTIONS: ChatOptions = {
  enabled: false,
  events: eachEvent((event) => event === 'request_pending'),
  enableMentions: false,
  roleId: '',
  roleEvents: NO_EVENTS,
  threadId: '',
  username: '',
  avatarUrl: '',
  embedPoster: true,
};

/** Stored choices; an event that came later has its default, and one that is gone is passed over. */
export const eventChoices = (otherwise: EventChoices): z.ZodType<EventChoices> =>
  z.record(z.string(), z.boolean()).transform((stored) => eachEvent((event) => stored[event] ?? otherwise[event]));

/** Stored options. */
export const CHAT_OPTIONS: z.ZodType<ChatOptions> = z.object({
  enabled: z.boolean(),
  events: eventChoices(DEFAULT_OPTIONS.events),
  enableMentions: z.boolean(),
  roleId: z.string(),
  roleEvents: eventChoices(NO_EVENTS),
  threadId: z.string(),
  username: z.string(),
  avatarUrl: z.string(),
  embedPoster: z.boolean(),
});

/** Choices after a change. */
export const changedEvents = (stored: EventChoices, change: Partial<EventChoices> = {}): EventChoices =>
  eachEvent((event) => change[event] ?? stored[event]);

/** Options after a change. */
export function changedOptions(stored: ChatOptions, change: ChatOptionsChange): ChatOptions {
  return {
    enabled: change.enabled ?? stored.enabled,
    events: changedEvents(stored.events, change.events),
    enableMentions: change.enableMentions ?? stored.enableMentions,
    roleId: change.roleId ?? stored.roleId,
    roleEvents: changedEvents(stored.roleEvents, change.roleEvents),
    threadId: change.threadId ?? stored.threadId,
    username: change.username ?? stored.username,
    avatarUrl: change.avatarUrl ?? stored.avatarUrl,
    embedPoster: change.embedPoster ?? stored.embedPoster,
  };
}

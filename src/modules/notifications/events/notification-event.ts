import type { Role } from '../../../core/access/permissions.js';
import { z } from 'zod';

/** `requester`: who has asked; of a shared book everybody who waits for it. `reporter`: every administrator, and who has reported it. */
type EventAudience = 'administrators' | 'requester' | 'reporter';

/** The events that messages are about, by the names that clients send, and whom each concerns. */
export const EVENT_AUDIENCES = {
  request_pending: 'administrators',
  request_auto_approved: 'administrators',
  request_approved: 'requester',
  request_denied: 'requester',
  request_failed: 'administrators',
  request_available: 'requester',
  issue_created: 'administrators',
  issue_comment: 'reporter',
  issue_resolved: 'reporter',
  issue_reopened: 'reporter',
  request_stuck: 'administrators',
} as const satisfies Record<string, EventAudience>;

export type NotificationEvent = keyof typeof EVENT_AUDIENCES;
export const NOTIFICATION_EVENTS = Object.keys(EVENT_AUDIENCES) as readonly NotificationEvent[];

export const AVAILABLE = 'request_available' satisfies NotificationEvent;

export const isNotificationEvent = (event: string): event is NotificationEvent => Object.hasOwn(EVENT_AUDIENCES, event);

export const EVENT_WORDS: Readonly<Record<NotificationEvent, string>> = {
  request_pending: 'Request waiting for approval',
  request_auto_approved: 'Request approved automatically',
  request_approved: 'Request approved',
  request_denied: 'Request denied',
  request_failed: 'Request could not be delivered',
  request_available: 'Now available',
  issue_created: 'A problem was reported',
  issue_comment: 'New reply to a report',
  issue_resolved: 'Report resolved',
  issue_reopened: 'Report opened again',
  request_stuck: 'Nothing has arrived for a request',
};

export const MEDIA_TYPE_WORDS: Readonly<Record<'movie' | 'tv' | 'book' | 'music', string>> = {
  movie: 'Movie',
  tv: 'Series',
  book: 'Book',
  music: 'Album',
};

export const UNTITLED = 'Untitled';

export const mayConcern = (event: NotificationEvent, role: Role): boolean =>
  role === 'admin' || EVENT_AUDIENCES[event] !== 'administrators';

export const eventsOf = (role: Role): readonly NotificationEvent[] =>
  NOTIFICATION_EVENTS.filter((event) => mayConcern(event, role));

export type EventChoices = Readonly<Record<NotificationEvent, boolean>>;

export const eachEvent = (isOn: (event: NotificationEvent) => boolean): EventChoices =>
  Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, isOn(event)])) as EventChoices;

export const NO_EVENTS: EventChoices = eachEvent(() => false);

/** Stored choices; an event that came later has its default, and one that is gone is passed over. */
export const eventChoices = (otherwise: EventChoices): z.ZodType<EventChoices> =>
  z.record(z.string(), z.boolean()).transform((stored) => eachEvent((event) => stored[event] ?? otherwise[event]));

export const changedEvents = (
  stored: EventChoices,
  change: { readonly [event in NotificationEvent]?: boolean | undefined } = {},
): EventChoices => eachEvent((event) => change[event] ?? stored[event]);

/** Is what a message tells of a request still so? A withdrawn request isn't told, and a changed decision is told by its own message. */
export function isStillSo(event: string, { decision }: { readonly decision: string }): boolean {
  if (event === 'request_pending') return decision === 'pending';
  return decision === (event === 'request_denied' ? 'denied' : 'approved');
}

import type { MediaType, RequestFact } from '../../requests/requests.public.js';
import type { Role } from '../../../core/access/permissions.js';
import { z } from 'zod';

/**
 * What people can be told of, by the names that clients send. Source: doc 2 section 6, chat notification event keys; issue 24 for the
 * last one.
 */
export const NOTIFICATION_EVENTS = [
  'request_pending',
  'request_auto_approved',
  'request_approved',
  'request_denied',
  'request_failed',
  'request_available',
  'issue_created',
  'issue_comment',
  'issue_resolved',
  'issue_reopened',
  'request_stuck',
] as const;

/** One of {@link NOTIFICATION_EVENTS}. */
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** The event by which destinations are asked whether they tell what has become available. */
export const AVAILABLE = 'request_available' satisfies NotificationEvent;

/** Is it one of them? */
export const isNotificationEvent = (event: string): event is NotificationEvent =>
  (NOTIFICATION_EVENTS as readonly string[]).includes(event);

/** What has happened, in words. */
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

/** What a title is, in a word. */
export const MEDIA_TYPE_WORDS: Readonly<Record<MediaType, string>> = {
  movie: 'Movie',
  tv: 'Series',
  book: 'Book',
  music: 'Album',
};

/** A title of which nobody knows the name. */
export const UNTITLED = 'Untitled';

/**
 * Whom an event concerns.
 *
 * | audience | who |
 * |---|---|
 * | administrators | every administrator |
 * | requester | who has asked; of a shared book everybody who waits for it |
 * | reporter | every administrator, and who has reported the issue |
 */
export type EventAudience = 'administrators' | 'requester' | 'reporter';

/** Source: doc 2 section 6, chat notification event keys. */
export const EVENT_AUDIENCES: Readonly<Record<NotificationEvent, EventAudience>> = {
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
};

/** Can somebody of this role be concerned by it? */
export const mayConcern = (event: NotificationEvent, role: Role): boolean =>
  role === 'admin' || EVENT_AUDIENCES[event] !== 'administrators';

/** The events of which somebody of this role can be told in person. */
export const eventsOf = (role: Role): readonly NotificationEvent[] =>
  NOTIFICATION_EVENTS.filter((event) => mayConcern(event, role));

/** Something switched on or off for each event. */
export type EventChoices = Readonly<Record<NotificationEvent, boolean>>;

/** The same for each event. */
export const eachEvent = (isOn: (event: NotificationEvent) => boolean): EventChoices =>
  Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, isOn(event)])) as EventChoices;

/** Nothing is chosen. */
export const NO_EVENTS: EventChoices = eachEvent(() => false);

/** Stored choices; an event that came later has its default, and one that is gone is passed over. */
export const eventChoices = (otherwise: EventChoices): z.ZodType<EventChoices> =>
  z.record(z.string(), z.boolean()).transform((stored) => eachEvent((event) => stored[event] ?? otherwise[event]));

/** Choices after a change. */
export const changedEvents = (
  stored: EventChoices,
  change: { readonly [event in NotificationEvent]?: boolean | undefined } = {},
): EventChoices => eachEvent((event) => change[event] ?? stored[event]);

/**
 * Is what a message tells of a request so at this moment, too? A request that was withdrawn meanwhile is told of no more, and a
 * decision that was changed is told by the message about the change. Source: issue 43 B10
 */
export function isStillSo(event: string, { decision }: Pick<RequestFact, 'decision'>): boolean {
  if (event === 'request_pending') return decision === 'pending';
  return decision === (event === 'request_denied' ? 'denied' : 'approved');
}

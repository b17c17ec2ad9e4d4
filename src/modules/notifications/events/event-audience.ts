import type { Role } from '../../../core/access/permissions.js';
import { NOTIFICATION_EVENTS, type NotificationEvent } from './notification-event.js';

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

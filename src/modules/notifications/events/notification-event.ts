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

/** Is it one of them? */
export const isNotificationEvent = (event: string): event is NotificationEvent =>
  (NOTIFICATION_EVENTS as readonly string[]).includes(event);

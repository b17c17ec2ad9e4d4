import type { MediaType } from '../../requests/requests.public.js';
import type { NotificationEvent } from './notification-event.js';

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

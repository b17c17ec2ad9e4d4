import type { MediaType } from '../../requests/requests.public.js';
import { EVENT_AUDIENCES, type NotificationEvent } from '../events/notification-event.js';

export interface LinkedSubject {
  readonly event: NotificationEvent;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
  /** The request, the first of several; undefined where it is about none. */
  readonly requestId?: number;
  readonly issueId?: number;
}

/** Null while no external address is known. @param base as `externalBase` answers it */
export function eventLink(base: string | null, subject: LinkedSubject): string | null {
  const { event, mediaType, tmdbId, requestId, issueId } = subject;
  if (base === null) return null;
  if (issueId !== undefined) return `${base}/issues/${issueId}`;
  if (EVENT_AUDIENCES[event] === 'administrators') return `${base}/admin/requests/${requestId ?? ''}`;
  const isProvidersTitle = tmdbId > 0 && (mediaType === 'movie' || mediaType === 'tv');
  if (event === 'request_available' && isProvidersTitle) {
    return `${base}/${mediaType === 'movie' ? 'movie' : 'series'}/${tmdbId}`;
  }
  return `${base}/requests/${requestId ?? ''}`;
}

import { createHash } from 'node:crypto';
import type { PushMessage } from '../../../clients/push-gateway/push-gateway.client.js';
import type { PushedTitle, PushNews } from '../push/push-texts.js';

interface Named {
  /** The same for all attempts of one message, and for nothing else. */
  readonly id: string;
  /** Of the web app, below its base path. */
  readonly path: string;
}

/**
 * What the worker of the web app is sent: `{id, title, body, tag, path, type}`. A message of the same tag takes the place of
 * the one that is shown; one of the same id is the same message again. At most 3,993 bytes.
 */
export function webPushPayload({ title, body, collapseId, data }: PushMessage, { id, path }: Named): string {
  return JSON.stringify({ id, title, body, tag: collapseId ?? id, path, type: data.type });
}

/** By which topic a push service knows a message of this tag: 32 characters that say nothing. */
export const topicOf = (tag: string): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, LONGEST_TOPIC);

const LONGEST_TOPIC = 32;

/** Ids as the addresses of the web app take them. */
const CATALOG_ID = /^[A-Za-z0-9][\w:-]{0,99}$/;

/** Where the web app shows what the message is about, below its base path. */
export function pushPath(news: PushNews): string {
  switch (news.category) {
    case 'request_pending':
    case 'request_auto_approved':
      return `/admin/requests/${news.requestId}`;
    case 'request_decision':
      return `/requests/${news.requestId}`;
    case 'issue_created':
      return news.count > 1 ? '/issues' : `/issues/${news.issueId}`;
    case 'issue_report_update':
      return `/issues/${news.issueId}`;
    case 'hub_access_request':
      return `/admin/people/${news.userId}`;
    case 'media_server_access':
      return '/profile';
    default:
      return titlePath(news) ?? '/';
  }
}

function titlePath({ mediaType, tmdbId, foreignId }: PushedTitle): string | null {
  if (mediaType === 'movie' || mediaType === 'tv')
    return tmdbId === null ? null : `/${mediaType === 'movie' ? 'movie' : 'series'}/${tmdbId}`;
  if (foreignId === null || !CATALOG_ID.test(foreignId)) return null;
  return mediaType === 'music' ? `/album/${foreignId.toLowerCase()}` : `/book/${foreignId.replace(/^bc:/i, 'hc:')}`;
}

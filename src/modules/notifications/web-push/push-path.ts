import type { PushedTitle, PushNews } from '../push/push-texts.js';

/** Ids as the addresses of the web app take them. */
const CATALOG_ID = /^[A-Za-z0-9][\w:-]{0,99}$/;

/** Where the web app shows what somebody is told, below its base path. */
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

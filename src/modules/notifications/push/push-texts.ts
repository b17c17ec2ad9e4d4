import type { PushMessage } from '../../../clients/push-gateway/push-gateway.client.js';
import type { MediaType } from '../../requests/requests.public.js';
import type { ContentCategory } from '../content/new-content.js';
import type { PushCategory } from './push-categories.js';

export interface PushedTitle {
  readonly mediaType: MediaType;
  /** As people read it; of any length, since it comes from outside. */
  readonly title: string;
  readonly tmdbId: number | null;
  /** Under which a book or an album is filed; null for other titles. */
  readonly foreignId: string | null;
  /** The library of a book or an album; null for other titles, and where it is gone. */
  readonly instanceId: string | null;
}

type Format = 'ebook' | 'audiobook';

interface PushedRequest extends PushedTitle {
  readonly requestId: number;
  /** A book: which formats it is for, as far as the reader is concerned. Empty for other titles. */
  readonly formats: readonly Format[];
}

export type PushNews =
  | ({ readonly category: 'request_pending'; readonly pendingCount: number } & PushedRequest)
  | ({ readonly category: 'request_auto_approved' } & PushedRequest)
  | ({
      readonly category: 'request_decision';
      readonly decision: 'approved' | 'denied';
      /** Why it was denied; null where nobody said. */
      readonly reason: string | null;
    } & PushedRequest)
  | ({ readonly category: ContentCategory } & PushedTitle)
  | {
      readonly category: 'issue_created';
      readonly issueId: number;
      readonly source: 'user' | 'auto' | 'system';
      /** How many have come at once; at least 1. */
      readonly count: number;
    }
  | {
      readonly category: 'issue_report_update';
      readonly issueId: number;
      readonly update: 'issue_question' | 'issue_fix_confirm' | 'issue_closed' | 'issue_reopened';
    }
  | {
      readonly category: 'hub_access_request';
      readonly userId: number;
      readonly username: string;
      /** An address at the hub was named, they were invited after that, or a sign-in from outside made an account. */
      readonly step: 'asked' | 'invited' | 'account_made';
    }
  | { readonly category: 'media_server_access' };

export const LARGEST_PUSH_BYTES = 4_096;

export const TEST_MESSAGE: PushMessage = {
  title: 'Test message',
  body: 'Push messages reach this device.',
  data: { type: 'test' },
};

const LONGEST_BODY_BYTES = 2_048;
const LONGEST_TITLE_BYTES = 768;
const LONGEST_ID_BYTES = 256;

const FORMAT_WORDS: Readonly<Record<Format, string>> = { ebook: 'e-book', audiobook: 'audiobook' };

const CONTENT_TITLES: Readonly<Record<ContentCategory, string>> = {
  new_movie: 'New movie',
  new_episode: 'New episodes',
  new_book: 'New book',
  new_album: 'New album',
  content_upgraded: 'Better file',
};

const REPORT_UPDATES = {
  issue_question: ['A question about your report', 'Open your report to answer it.'],
  issue_fix_confirm: ['Is your problem solved?', 'Open your report and say whether the fix has worked.'],
  issue_closed: ['Your report was closed', 'Open your report to read why.'],
  issue_reopened: ['Your report was opened again', 'Open your report to follow it.'],
} as const;

/** Same type name as the WebSocket frame. */
const INVITATION: PushMessage = {
  title: 'You are invited to Plex',
  body: 'Accept the invitation there, and you can watch.',
  collapseId: 'hub_invite_sent',
  data: { type: 'hub_invite_sent' },
};

const ISSUES = {
  user: ['New problem reported', 'new problems reported'],
  auto: ['A problem needs attention', 'problems need attention'],
  system: ['A service needs attention', 'services need attention'],
} as const;

/** At most 4 KiB as JSON. One about a report never has its title, one about the hub never an address there. */
export function pushMessage(news: PushNews): PushMessage {
  switch (news.category) {
    case 'request_pending':
      return { title: 'New request', body: lineOf(news), badge: news.pendingCount, data: requestData(news) };
    case 'request_auto_approved':
      return { title: 'Request approved automatically', body: lineOf(news), data: requestData(news) };
    case 'request_decision': {
      const reason = news.decision === 'denied' && news.reason ? `: ${news.reason}` : '';
      return {
        title: `Request ${news.decision}`,
        body: clip(lineOf(news) + reason, LONGEST_BODY_BYTES),
        data: requestData(news),
      };
    }
    case 'issue_created':
      return newIssues(news.source, news.count, news.issueId);
    case 'issue_report_update': {
      const [title, body] = REPORT_UPDATES[news.update];
      return { title, body, collapseId: `issue:${news.issueId}`, data: { type: news.update, issue_id: news.issueId } };
    }
    case 'hub_access_request':
      return news.step === 'account_made' ? madeAccount(news) : accessRequest(news);
    case 'media_server_access':
      return INVITATION;
    default:
      return { title: CONTENT_TITLES[news.category], body: lineOf(news), data: titleData(news) };
  }
}

type NewPerson = Extract<PushNews, { category: 'hub_access_request' }>;

/** In the category of people who want access: an account that nobody has invited is the first step of that. */
function madeAccount({ userId, username }: NewPerson) {
  return {
    title: 'New account by sign-in',
    body: `${clip(username, LONGEST_TITLE_BYTES)} has signed in for the first time and has an account now. Open it to limit what they see.`,
    collapseId: `account_made:${userId}`,
    data: { type: 'account_made', user_id: userId },
  };
}

/** The address itself is in no message. */
function accessRequest({ userId, username, step }: NewPerson) {
  const next = step === 'invited' ? 'An invitation was sent.' : 'Open their account to give them access.';
  return {
    title: 'New address at Plex',
    body: `${clip(username, LONGEST_TITLE_BYTES)} has named an address at Plex. ${next}`,
    collapseId: `hub_access_request:${userId}`,
    data: { type: 'hub_access_request', user_id: userId },
  };
}

function newIssues(source: keyof typeof ISSUES, count: number, issueId: number): PushMessage {
  const [one, several] = ISSUES[source];
  return {
    title: count > 1 ? `${count} ${several}` : one,
    body: 'Open the list of problems to look at it.',
    collapseId: `issue_created:${source}`,
    data: { type: 'issue_created', ...(count > 1 ? {} : { issue_id: issueId }) },
  };
}

function lineOf(news: PushedTitle & { readonly formats?: readonly Format[] }): string {
  const formats = (news.formats ?? []).map((format) => FORMAT_WORDS[format]).join(' and ');
  return clip(news.title, LONGEST_TITLE_BYTES) + (formats === '' ? '' : ` (${formats})`);
}

function titleData({
  category,
  mediaType,
  title,
  tmdbId,
  foreignId,
  instanceId,
}: PushedTitle & { readonly category: PushCategory }) {
  return {
    type: category,
    media_type: mediaType,
    title: clip(title, LONGEST_TITLE_BYTES),
    ...(tmdbId !== null && { tmdb_id: tmdbId }),
    ...(foreignId !== null && { foreign_id: clip(foreignId, LONGEST_ID_BYTES) }),
    ...(instanceId !== null && { instance_id: clip(instanceId, LONGEST_ID_BYTES) }),
  };
}

function requestData(news: PushedRequest & { readonly category: PushCategory }) {
  const [first, ...others] = news.formats;
  const format = first === undefined ? undefined : others.length > 0 ? 'both' : first;
  return { ...titleData(news), request_id: news.requestId, ...(format && { book_format: format }) };
}

/** In one line, cut between code points to so many bytes as JSON, with an ellipsis where something is missing. */
function clip(text: string, mostBytes: number): string {
  // A text of any length is cut roughly first: nobody goes through megabytes of it.
  const line = text
    .slice(0, mostBytes)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  if (line.length === text.length && jsonBytes(line) <= mostBytes) return line;
  const points = [...line];
  let bytes = jsonBytes(ELLIPSIS);
  const kept = points.findIndex((point) => (bytes += jsonBytes(point)) > mostBytes);
  const isWhole = kept === -1 && text.length <= mostBytes;
  return isWhole
    ? line
    : points
        .slice(0, kept === -1 ? undefined : kept)
        .join('')
        .trimEnd() + ELLIPSIS;
}

const ELLIPSIS = '…';

/** As a part of a JSON text, without the quotation marks. */
const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { HubInvitationsService } from '../../media-accounts/media-accounts.public.js';
import { isOfProvider, type MediaType, type RequestFact, RequestFactsService } from '../../requests/requests.public.js';
import type { ReportedRecord } from '../../library/library.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { CONTENT_CATEGORIES, reportedTitle, type ContentCategory, type ReportedTitle } from '../content/new-content.js';
import { isStillSo } from '../events/notification-event.js';
import { sayNotification } from '../notifications.sentences.js';
import type { Cancelled, OutboxMessage, OutboxSubject } from '../outbox/outbox-destination.js';
import type { PushCategory } from './push-categories.js';
import type { PushedTitle, PushNews } from './push-texts.js';

const CATEGORY_OF: Readonly<Record<string, PushCategory>> = {
  request_pending: 'request_pending',
  request_auto_approved: 'request_auto_approved',
  request_approved: 'request_decision',
  request_denied: 'request_decision',
  issue_created: 'issue_created',
  issue_comment: 'issue_report_update',
  issue_resolved: 'issue_report_update',
  issue_reopened: 'issue_report_update',
  hub_access_request: 'hub_access_request',
  account_made: 'hub_access_request',
  hub_invite_sent: 'media_server_access',
  ...(Object.fromEntries(CONTENT_CATEGORIES.map((category) => [category, category])) as Record<string, PushCategory>),
};

const REPORT_UPDATES = {
  issue_comment: 'issue_question',
  issue_resolved: 'issue_closed',
  issue_reopened: 'issue_reopened',
} as const;

export const categoryOf = (event: string): PushCategory | undefined => CATEGORY_OF[event];

export interface PushedEvent {
  readonly category: PushCategory;
  /** The library or the media server that it is about; null where it is about none, or that one is gone. */
  readonly instanceId: string | null;
  readonly isAboutLibrary: boolean;
  /** The title by which children's limits are judged; null where the message names none that has ratings. */
  readonly ratedTitle: { readonly mediaType: 'movie' | 'tv'; readonly tmdbId: number | null } | null;
  readonly concerned: ReadonlyMap<number, readonly Format[]>;
  /** What somebody is told, by the formats that they are concerned with. */
  readonly newsFor: (formats: readonly Format[]) => PushNews;
}

type Format = 'ebook' | 'audiobook';

const NO_LONGER_SO = { cancel: sayNotification('message_no_longer_so') } as const;
const NOBODY: ReadonlyMap<number, readonly Format[]> = new Map();
const ABOUT_NOTHING = { instanceId: null, isAboutLibrary: false, ratedTitle: null } as const;

@Injectable()
export class PushedEventsService {
  constructor(
    private readonly requests: RequestFactsService,
    private readonly accounts: AccountsRepository,
    private readonly instances: InstanceDirectoryService,
    private readonly invitations: HubInvitationsService,
  ) {}

  /** @param record what the manager's record says of new content; null for none, and for other messages */
  async of(tx: ReadTx, message: OutboxMessage, record: ReportedRecord | null): Promise<PushedEvent | Cancelled> {
    const category = categoryOf(message.event);
    const { requestIds, issueId, content } = message.subject;
    if (category === undefined) return NO_LONGER_SO;
    if (issueId !== undefined) return issueEvent(message.event, issueId, Number(content?.reporterId));
    if (message.event === 'hub_access_request') return this.accessRequest(tx, message.subject);
    if (message.event === 'account_made') return this.madeAccount(tx, message.subject);
    if (message.event === 'hub_invite_sent') return this.invitation(tx, message.subject);
    const title = isContent(category) ? reportedTitle(content) : null;
    if (isContent(category)) return title && record ? contentEvent(category, title, record) : NO_LONGER_SO;
    const fact = await this.requests.byId(tx, requestIds?.[0] ?? 0);
    if (!fact || !isStillSo(message.event, fact)) return NO_LONGER_SO;
    return requestEvent(message.event, fact, await this.requests.countPending(tx));
  }

  /** Without a hub there is nothing to share with anybody. */
  private async accessRequest(tx: ReadTx, { userId = 0 }: OutboxSubject): Promise<PushedEvent | Cancelled> {
    const account = await this.accounts.byId(tx, userId);
    const hubs = account ? await this.instances.ofKind(tx, 'hub') : [];
    if (!account || hubs.length === 0) return NO_LONGER_SO;
    const { username, hubInvitedAt } = account;
    const news = {
      category: 'hub_access_request',
      userId,
      username,
      step: hubInvitedAt === null ? 'asked' : 'invited',
    } as const;
    return { ...ABOUT_NOTHING, category: news.category, concerned: NOBODY, newsFor: () => news };
  }

  /** Nobody gets a message about an account that is gone again. */
  private async madeAccount(tx: ReadTx, { userId = 0 }: OutboxSubject): Promise<PushedEvent | Cancelled> {
    const account = await this.accounts.byId(tx, userId);
    if (!account) return NO_LONGER_SO;
    const news = { category: 'hub_access_request', userId, username: account.username, step: 'account_made' } as const;
    return { ...ABOUT_NOTHING, category: news.category, concerned: NOBODY, newsFor: () => news };
  }

  /** An invitation that was taken back, or whose person has lost the server, is told to nobody. Other servers don't count. */
  private async invitation(tx: ReadTx, { userId = 0, instanceId }: OutboxSubject): Promise<PushedEvent | Cancelled> {
    if (instanceId === undefined || !(await this.invitations.stands(tx, userId, instanceId))) return NO_LONGER_SO;
    const news = { category: 'media_server_access' } as const;
    const concerned = new Map([[userId, []]]);
    return { ...news, instanceId, isAboutLibrary: true, ratedTitle: null, concerned, newsFor: () => news };
  }
}

function requestEvent(event: string, fact: RequestFact, pendingCount: number): PushedEvent {
  const title = titleOf(fact);
  const request = { ...title, requestId: fact.id };
  const all =
    fact.bookFormat === 'both' ? (['ebook', 'audiobook'] as const) : fact.bookFormat === '' ? [] : [fact.bookFormat];
  const newsFor = (formats: readonly Format[]): PushNews => {
    if (event === 'request_pending') return { category: 'request_pending', ...request, formats: all, pendingCount };
    if (event === 'request_auto_approved') return { category: 'request_auto_approved', ...request, formats: all };
    const decision = event === 'request_denied' ? 'denied' : 'approved';
    return { category: 'request_decision', ...request, formats, decision, reason: fact.denyReason };
  };
  return {
    category: newsFor([]).category,
    instanceId: fact.instanceId,
    isAboutLibrary: true,
    ratedTitle: ratedTitleOf(title),
    concerned: new Map(fact.audience.map(({ userId, formats }) => [userId, formats])),
    newsFor,
  };
}

function titleOf({ mediaType, title, tmdbId, foreignId, instanceId }: RequestFact): PushedTitle {
  if (isOfProvider({ mediaType })) return { mediaType, title, tmdbId, foreignId: null, instanceId: null };
  return { mediaType, title, tmdbId: null, foreignId, instanceId };
}

const ratedTitleOf = ({ mediaType, tmdbId }: { readonly mediaType: MediaType; readonly tmdbId: number | null }) =>
  mediaType === 'movie' || mediaType === 'tv' ? { mediaType, tmdbId } : null;

function issueEvent(event: string, issueId: number, reporterId: number): PushedEvent {
  const news: PushNews =
    event in REPORT_UPDATES
      ? { category: 'issue_report_update', issueId, update: REPORT_UPDATES[event as keyof typeof REPORT_UPDATES] }
      : { category: 'issue_created', issueId, source: 'user', count: 1 };
  return {
    ...ABOUT_NOTHING,
    category: news.category,
    concerned: new Map([[reporterId, []]]),
    newsFor: () => news,
  };
}

const isContent = (category: PushCategory): category is ContentCategory =>
  (CONTENT_CATEGORIES as readonly PushCategory[]).includes(category);

function contentEvent(
  category: ContentCategory,
  { mediaType, instanceId }: ReportedTitle,
  { title, tmdbId, foreignId }: ReportedRecord,
): PushedEvent {
  const isFiled = mediaType === 'book' || mediaType === 'music';
  const about: PushedTitle = { mediaType, title, tmdbId, foreignId, instanceId: isFiled ? instanceId : null };
  return {
    category,
    instanceId,
    isAboutLibrary: true,
    ratedTitle: ratedTitleOf(about),
    concerned: NOBODY,
    newsFor: () => ({ category, ...about }),
  };
}

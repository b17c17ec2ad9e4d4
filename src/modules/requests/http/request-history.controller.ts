import { Controller, Get, Query } from '@nestjs/common';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { RequestHistoryService, type HistoryPage, type PastRequest } from '../status/request-history.service.js';
import { historyQuery, type HistoryParameters } from './request-history.query.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import type { CatalogRequestView } from './catalog-members.view.js';
import type { PendingRequestView } from './queued-request.view.js';
import type { Requester } from '../status/request-history.repository.js';
import type { RequestDecision } from '../status/request-decision.js';

/** A requester. Source: doc 4 section 1.4. */
interface RequesterView {
  readonly user_id: number;
  readonly username: string;
}

/** Somebody who asked for a request. Source: doc 4 section 1.4. */
interface AskerView extends RequesterView {
  /** A book: what this account wants of it. */
  readonly book_format?: CatalogRequestView['book_format'];
}

/** A request of the history. Source: doc 4 section 1.4. */
interface PastRequestView
  extends Pick<CatalogRequestView, 'foreign_id' | 'book_format'>, Pick<PendingRequestView, SharedWithQueue> {
  /** An album: the catalog that it was found in, if that was sent. */
  readonly catalog_provider?: string;
  /** A series: `all`, `first`, `latest` or `pilot`, or the seasons by number: `1,2`. */
  readonly season_scope?: string;
  readonly decision: RequestDecision;
  /** The administrator who decided; left out when the account was removed. */
  readonly decided_by?: string;
  readonly decided_at?: Rfc3339;
  readonly deny_reason?: string;
  readonly requesters: readonly AskerView[];
}

type SharedWithQueue =
  | 'id'
  | 'tmdb_id'
  | 'media_type'
  | 'title'
  | 'poster_path'
  | 'instance_id'
  | 'instance_name'
  | 'requested_at';

/** A page of the history. Source: doc 4 section 1.4. */
interface RequestHistoryView {
  /** Newest first. */
  readonly requests: readonly PastRequestView[];
  /** All accounts that have ever requested something, by name. */
  readonly requesters: readonly RequesterView[];
  /** The `before` parameter of the next page; left out on the last one. */
  readonly next_before?: number;
}

/** A page of the history. */
function historyResponse({ requests, requesters, nextBefore }: HistoryPage): RequestHistoryView {
  return {
    requests: requests.map(pastRequest),
    requesters: requesters.map(requester),
    ...optional('next_before', nextBefore),
  };
}

function pastRequest({
  request,
  askedBy,
  decision,
  decidedBy,
  instanceName,
  posterPath,
}: PastRequest): PastRequestView {
  return {
    id: request.id,
    tmdb_id: request.tmdbId,
    ...optional('foreign_id', request.foreignId),
    ...optional('catalog_provider', request.catalogProvider),
    media_type: request.mediaType,
    title: request.title,
    ...optional('poster_path', posterPath),
    ...optional('instance_id', request.instanceId),
    ...optional('instance_name', instanceName),
    ...optional('season_scope', request.seasonScope || null),
    ...bookFormat(request),
    decision,
    ...optional('decided_by', decidedBy),
    ...optional('decided_at', request.decidedAt, rfc3339),
    ...optional('deny_reason', request.denyReason || null),
    requested_at: rfc3339(request.requestedAt),
    requesters: askedBy.map((asker) => ({ ...requester(asker), ...bookFormat(asker) })),
  };
}

function bookFormat({ bookFormat }: Pick<RequestRow, 'bookFormat'>): Pick<CatalogRequestView, 'book_format'> {
  return bookFormat === '' ? {} : { book_format: bookFormat };
}

function requester({ userId, username }: Requester): RequesterView {
  return { user_id: userId, username };
}

/** The history of all requests. Source: doc 4 section 1.4. */
@Controller('api/admin/requests')
export class RequestHistoryController {
  constructor(private readonly history: RequestHistoryService) {}

  /** List all requests ever made, with what was decided about them. */
  @AdminOnly('requests:manage')
  @Get('history')
  async page(@Query() query: UnvalidatedQuery<HistoryParameters>): Promise<RequestHistoryView> {
    const { filter, limit } = historyQuery(query);
    return historyResponse(await this.history.page(filter, limit));
  }
}

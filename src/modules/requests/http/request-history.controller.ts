import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { idToLookFor, LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import { DECISIONS, type RequestDecision } from '../saved/request-decision.js';
import type { RequestRow } from '../saved/rows.js';
import { AllRequestsService, type HistoryPage, type PastRequest } from '../status/all-requests.service.js';
import type { HistoryFilter, Requester } from '../status/request-history.repository.js';
import type { PendingRequestView } from './queued-request.view.js';
import type { CatalogRequestView } from './request-members.view.js';

const LONGEST_TEXT = 200;
const MOST = 100;
const USUAL = 50;

const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** An id beyond the largest row id means all rows. */
const notBeyondRows = (before: number): number => Math.min(before, LARGEST_ROW_ID);

/** An empty parameter counts as left out; a repeated one is invalid. */
const absent = (value: unknown): unknown => (value === '' ? undefined : value);

const HISTORY_QUERY = z.object({
  q: z.preprocess(absent, z.string().max(LONGEST_TEXT).optional()),
  media_type: z.preprocess(absent, z.enum(['movie', 'tv', 'book', 'music']).optional()),
  decision: z.preprocess(absent, z.enum(DECISIONS).optional()),
  user_id: z.preprocess(absent, id.transform(idToLookFor).optional()),
  before: z.preprocess(absent, id.transform(notBeyondRows).optional()),
  limit: z.preprocess(absent, id.refine((limit) => limit <= MOST).optional()),
});

/** The parameters of GET /api/admin/requests/history. */
interface HistoryParameters {
  /** Part of a title or of a requester's name; at most 200 characters. */
  readonly q?: string;
  readonly media_type?: 'movie' | 'tv' | 'book' | 'music';
  readonly decision?: RequestDecision;
  readonly user_id?: number;
  /** Only requests with a lower id: the `next_before` of the previous page. */
  readonly before?: number;
  /** 1 to 100; 50 by default. */
  readonly limit?: number;
}

/** @throws AppError 400 `invalid history filter` for any invalid parameter */
export function historyQuery(query: UnvalidatedQuery<HistoryParameters>): {
  readonly filter: HistoryFilter;
  readonly limit: number;
} {
  const parsed = HISTORY_QUERY.safeParse(query);
  if (!parsed.success) throw badRequest('invalid', 'invalid history filter', { name: 'history filter' });
  const { q, media_type: mediaType, decision, user_id: userId, before, limit = USUAL } = parsed.data;
  const text = q?.trim() || undefined;
  return { filter: { text, mediaType, decision, userId, before }, limit };
}

/** A requester. */
interface RequesterView {
  readonly user_id: number;
  readonly username: string;
}

/** Somebody who asked for a request. */
interface AskerView extends RequesterView {
  /** A book: what this account wants of it. */
  readonly book_format?: CatalogRequestView['book_format'];
}

/** A request of the history. */
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

/** A page of the history. */
interface RequestHistoryView {
  /** Newest first. */
  readonly requests: readonly PastRequestView[];
  /** All accounts that have ever requested something, by name. */
  readonly requesters: readonly RequesterView[];
  /** The `before` parameter of the next page; left out on the last one. */
  readonly next_before?: number;
}

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

@Controller('api/admin/requests')
export class RequestHistoryController {
  constructor(private readonly requests: AllRequestsService) {}

  /** List all requests ever made, with what was decided about them. */
  @AdminOnly('requests:manage')
  @Get('history')
  async page(@Query() query: UnvalidatedQuery<HistoryParameters>): Promise<RequestHistoryView> {
    const { filter, limit } = historyQuery(query);
    return historyResponse(await this.requests.history(filter, limit));
  }
}

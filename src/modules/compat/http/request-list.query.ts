import { z } from 'zod';
import { idToLookFor } from '../../../core/database/portable-columns.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { PageQuestion } from '../requests/tracker-requests.service.js';
import { FILTERS, type TrackerFilter } from '../requests/tracker-filter.js';
import { SORTS, type TrackerSort } from '../requests/tracker-request.js';
import { pageSpan, type PageSpanQuery } from './page.view.js';

/** Empty is the same as left out. */
const absent = (value: unknown): unknown => (value === '' ? undefined : value);

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

const LIST_QUERY = z.object({
  filter: z.preprocess(absent, z.enum(FILTERS).default('all')),
  mediaType: z.preprocess(absent, z.enum(['movie', 'tv', 'all']).default('all')),
  requestedBy: z.preprocess(absent, id.optional()),
  sort: z.preprocess(absent, z.enum(SORTS).default('added')),
  sortDirection: z.preprocess(absent, z.enum(['asc', 'desc']).default('desc')),
});

/** What GET /api/v1/request reads. */
export interface RequestListQuery extends PageSpanQuery {
  /** `all` where nothing is said. */
  readonly filter?: TrackerFilter;
  /** `all` where nothing is said. */
  readonly mediaType?: 'movie' | 'tv' | 'all';
  /** The account that asked; all where nothing is said. */
  readonly requestedBy?: number;
  /** In the order in which they were asked for (`added`, where nothing is said), or last changed. */
  readonly sort?: TrackerSort;
  /** `desc` where nothing is said: the newest first. */
  readonly sortDirection?: 'asc' | 'desc';
}

/** @throws AppError 400 naming what is wrong */
export function requestListQuery(query: UnvalidatedQuery<RequestListQuery>): PageQuestion {
  const parsed = LIST_QUERY.safeParse(query);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    throw badRequest('invalid', `invalid ${name}`, { name });
  }
  const { filter, mediaType, requestedBy, sort, sortDirection } = parsed.data;
  return {
    ...pageSpan(query),
    filter,
    mediaType: mediaType === 'all' ? null : mediaType,
    requestedBy: requestedBy === undefined ? null : idToLookFor(requestedBy),
    sort,
    descending: sortDirection === 'desc',
  };
}

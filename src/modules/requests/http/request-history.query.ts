import { z } from 'zod';
import { idToLookFor, LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { HistoryFilter } from '../status/request-history.repository.js';
import { DECISIONS, type RequestDecision } from '../status/request-decision.js';

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

/** The parameters of GET /api/admin/requests/history. Source: doc 4 section 1.4. */
export interface HistoryParameters {
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

/**
 * Validates the parameters of the history.
 *
 * @returns what selects the requests, and how many are shown: 1 to 100
 * @throws AppError 400 `invalid history filter` for any invalid parameter
 */
export function historyQuery(query: UnvalidatedQuery<HistoryParameters>): {
  readonly filter: HistoryFilter;
  readonly limit: number;
} {
  const parsed = HISTORY_QUERY.safeParse(query);
  if (!parsed.success) throw badRequest('invalid history filter');
  const { q, media_type: mediaType, decision, user_id: userId, before, limit = USUAL } = parsed.data;
  const text = q?.trim() || undefined;
  return { filter: { text, mediaType, decision, userId, before }, limit };
}

import { z } from 'zod';
import { LARGEST_ROW_ID } from '../../../core/database/row-id.js';
import { badRequest } from '../../../core/errors/app-error.js';
import type { Unjudged } from '../../../core/http/unjudged.js';

const MOST = 500;

const number = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** Empty is the same as left out; a member that is given twice is no number. */
const absent = (value: unknown): unknown => (value === '' ? undefined : value);

const LIST_QUERY = z.object({
  before: z.preprocess(absent, number.transform((id) => Math.min(id, LARGEST_ROW_ID)).optional()),
  limit: z.preprocess(absent, number.refine((limit) => limit <= MOST).default(MOST)),
});

/** What GET /api/admin/tv-matches reads. */
export interface TvMatchListParameters {
  /** Only series of a lower id: the `next_before` of the part before. */
  readonly before?: number;
  /** 1 to 500; 500 where nothing is said. */
  readonly limit?: number;
}

/** Which part of the list is meant. */
export interface TvMatchListQuery {
  /** Only series of a lower id. */
  readonly before?: number | undefined;
  /** 1 to 500. */
  readonly limit: number;
}

/**
 * Which part of the list is asked for; the first 500 where nothing is said.
 *
 * @throws AppError 400 when before or limit is no such number
 */
export function tvMatchListQuery(query: Unjudged<TvMatchListParameters>): TvMatchListQuery {
  const parsed = LIST_QUERY.safeParse(query);
  if (parsed.success) return parsed.data;
  const [name] = parsed.error.issues[0]?.path ?? [];
  throw badRequest(name === 'limit' ? `limit must be 1 to ${MOST}` : 'before must be the id of a series');
}

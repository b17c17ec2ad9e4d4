import { z, type ZodType } from 'zod';
import { readJson, takeRows } from '../http/json-answer.js';
import { lenient, lenientNumber, lenientText } from '../http/lenient-members.js';
import { splitAtList } from '../http/json-slices.js';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { type Fields, momentOf, recordIdOf } from './plain-values.js';
import { sayServarr, type ServarrTransport } from './servarr-transport.js';

/** What the managers say of every row of their download queues. */
export interface ServarrQueueRow {
  /** What the download client calls the job; null while the release is only delayed. Rows may share it. */
  readonly downloadId: string | null;
  /** queued, downloading, completed, delay, …; tolerant of words to come. Empty where it is missing. */
  readonly status: string;
  /** Bytes of the whole job; 0 where they are missing. */
  readonly size: number;
  /** Bytes of the job still to come; all of them where they are missing. */
  readonly sizeLeft: number;
  /** When the release was handed to the download client, in epoch milliseconds; null where the manager doesn't say. */
  readonly addedAt: number | null;
  /** When the download client expects to be done, in epoch milliseconds; null where nobody says. */
  readonly finishesAt: number | null;
}

/** In place of the manager's own id: the row is for a record, and it can't be read for which. Any record may be the one. */
export const UNREAD_RECORD = 0;

/** The record that a row is for; null for none, which managers leave out or write as 0. */
export const queuedRecordId = (value: unknown): number | null =>
  value === undefined || value === null || value === 0 ? null : (recordIdOf(value) ?? UNREAD_RECORD);

/** By hand: queues are read often. A product's own members stand before these: an object begun by another's costs V8 fifty times. */
export function servarrQueueRow(row: Fields): ServarrQueueRow {
  const size = lenientNumber(row.size);
  return {
    downloadId: lenientText(row.downloadId),
    status: lenientText(row.status) ?? '',
    size: size ?? 0,
    sizeLeft: lenientNumber(row.sizeleft) ?? size ?? 0,
    addedAt: momentOf(row.added),
    finishesAt: momentOf(row.estimatedCompletionTime),
  };
}

const OPERATION = 'queue.list';
const PAGE_SIZE = 1_000;
const MOST_PAGES = 20;
const MOST_READS = 3;

/** What one reading of a queue has found. */
export interface QueueRead<T> {
  readonly rows: readonly T[];
  /** Are there as many rows as the manager says that there are? */
  readonly isComplete: boolean;
}

interface QueueCall {
  /** What is asked for beside the page. */
  readonly query?: Readonly<Record<string, boolean>>;
  /** For each page. */
  readonly deadlineMs?: number;
  /** The most bytes of a page. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Page by page until `totalRecords` is covered: a page past the end repeats the last one, so no empty one is awaited. When the total
 * changes, rows may have slipped between pages, and the queue is read anew. @throws UpstreamError; `too_large` past 20 pages and for a
 * page with more rows than asked for; `failed` when it changed during three readings
 */
export async function readQueue<T>(
  transport: Pick<ServarrTransport, 'system' | 'send'>,
  row: ZodType<T>,
  { query: more, ...call }: QueueCall = {},
): Promise<QueueRead<T>> {
  const page = pageSchema(row);
  const fetchPage = async (number: number): Promise<Page<T>> => {
    const query = { page: number, pageSize: PAGE_SIZE, ...more };
    const answer = await transport.send({ operation: OPERATION, method: 'GET', path: ['queue'], query, ...call });
    // What isn't as it should be is judged as a whole, so that there is one judge of what is wrong.
    return (await readInSlices(answer.body, row)) ?? readJson(transport.system, OPERATION, answer, page);
  };
  for (let reading = 0; reading < MOST_READS; reading++) {
    const read = await readOnce(fetchPage, () => fault(transport, 'too_large', sayServarr('queue_longer_than_taken')));
    if (read) return read;
  }
  throw fault(transport, 'failed', sayServarr('queue_kept_changing'));
}

interface Page<T> {
  readonly pageSize: number;
  readonly totalRecords: number;
  /** Null where there are more than a page has; none of them is judged then. */
  readonly records: readonly T[] | null;
}

const aboutPage = z.object({ pageSize: lenient(z.int().positive()), totalRecords: z.int().nonnegative() });

/** The most rows of a page that the manager states to have this size. */
const mostRows = (pageSize: number): number => Math.min(pageSize, PAGE_SIZE);

/** As one value, its megabytes would block the event loop. Null for a page that doesn't end with its rows, or is wrong in any way. */
async function readInSlices<T>(json: Buffer, row: ZodType<T>): Promise<Page<T> | null> {
  const split = splitAtList(json, 'records');
  const about = aboutPage.safeParse(split?.rest);
  if (!split || !about.success) return null;
  const { pageSize: stated, totalRecords } = about.data;
  const pageSize = stated ?? PAGE_SIZE;
  const records: T[] = [];
  const take = (value: unknown): boolean => {
    if (records.length >= mostRows(pageSize)) return false;
    const judged = row.safeParse(value);
    return judged.success && records.push(judged.data) > 0;
  };
  return (await takeRows(split.list, take)) ? { pageSize, totalRecords, records } : null;
}

/** Rows may be left out where there are none at all, and only there. */
function pageSchema<T>(row: ZodType<T>): ZodType<Page<T>> {
  const judged = z.array(row);
  return aboutPage
    .extend({ records: z.array(z.unknown()).nullish() })
    .transform(({ pageSize: stated, totalRecords, records }, context) => {
      const pageSize = stated ?? PAGE_SIZE;
      if (!records && totalRecords > 0) context.addIssue({ code: 'custom', path: ['records'], message: 'missing' });
      if (records && records.length > mostRows(pageSize)) return { pageSize, totalRecords, records: null };
      const rows = judged.safeParse(records ?? []);
      if (rows.success) return { pageSize, totalRecords, records: rows.data };
      for (const { path, message } of rows.error.issues)
        context.addIssue({ code: 'custom', path: ['records', ...path], message });
      return z.NEVER;
    });
}

/** All rows, or undefined when the total changed on the way. */
async function readOnce<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  tooLong: () => UpstreamError,
): Promise<QueueRead<T> | undefined> {
  const rows: T[] = [];
  const take = async (number: number): Promise<Page<T>> => {
    const page = await fetchPage(number);
    if (page.records === null) throw tooLong();
    for (const row of page.records) rows.push(row);
    return page;
  };
  const first = await take(1);
  const pages = Math.ceil(first.totalRecords / first.pageSize);
  if (pages > MOST_PAGES) throw tooLong();
  for (let number = 2; number <= pages; number++) {
    const next = await take(number);
    if (next.totalRecords !== first.totalRecords) return undefined;
  }
  return { rows, isComplete: rows.length === first.totalRecords };
}

const fault = (
  transport: Pick<ServarrTransport, 'system'>,
  kind: 'too_large' | 'failed',
  reason: Sentence,
): UpstreamError =>
  new UpstreamError({ system: transport.system, operation: OPERATION, kind, definitelyNotSent: false, reason });

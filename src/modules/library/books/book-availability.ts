import { downloadProgress, UNREADABLE_ROWS, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { UNKNOWN_TITLE, type Circumstances } from '../cache/library-kind.js';
import type { BookFormat, BoundBook, FormatRecords } from './book-projection.js';

export type UnknownBookReason = 'identity_ambiguous' | 'format_unresolved' | 'library_unavailable';

export interface KnownFormat {
  readonly known: true;
  readonly status: 'available' | 'downloading' | 'requested' | 'unavailable';
  /** 0 to 1: 1 when available, the share of bytes that arrived when downloading, otherwise 0. */
  readonly progress: number;
  /** When it came out or will, in epoch milliseconds; null where the library doesn't know, or has no record. */
  readonly releasedAt: number | null;
}

/** Unknown is never treated as absent. */
export interface UnknownFormat {
  readonly known: false;
  readonly reason: UnknownBookReason;
}

export type FormatAvailability = KnownFormat | UnknownFormat;

/** It may be the one of records that name no format. */
const UNRESOLVED_FORMAT: UnknownFormat = { known: false, reason: 'format_unresolved' };

const ABSENT: KnownFormat = { known: true, status: 'unavailable', progress: 0, releasedAt: null };

/**
 * Judges the status of a title in one format. The first test that is true decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | has a file | available | 1 |
 * | a record of the title can't be read | unknown: library_unavailable | |
 * | a record of the title names no format | unknown: format_unresolved | |
 * | there is no record, but one that could be it can't be read | unknown: library_unavailable | |
 * | there is no record | unavailable | 0 |
 * | the queue can't be read | unknown: library_unavailable | |
 * | has a healthy row in the queue | downloading | share of bytes that arrived |
 * | a row of the queue could be of any record | unknown: library_unavailable | |
 * | is monitored, or has a row that is stuck | requested | 0 |
 * | otherwise | unavailable | 0 |
 *
 * Source: doc 4 section 4.3; doc 2 section 3, book title rows, and section 4, Requests rule 8.
 */
export function judgeFormat(
  book: BoundBook | undefined,
  format: BookFormat,
  { queue, hasUnplaced }: Circumstances,
): FormatAvailability {
  const records = book?.[format] ?? null;
  if (records?.hasFile) return { known: true, status: 'available', progress: 1, releasedAt: records.releasedAt };
  if (book?.isUnreadable) return UNKNOWN_TITLE;
  if (book?.unresolved) return UNRESOLVED_FORMAT;
  if (!records) return hasUnplaced ? UNKNOWN_TITLE : ABSENT;
  return queue ? judgeByQueue(records, queue) : UNKNOWN_TITLE;
}

function judgeByQueue({ recordIds, monitored, releasedAt }: FormatRecords, queue: DownloadQueue): FormatAvailability {
  const rows = recordIds.flatMap((recordId) => queue.get(recordId) ?? NO_ROWS);
  const healthy = rows.filter(({ isStuck }) => !isStuck);
  if (healthy.length > 0) {
    return { known: true, status: 'downloading', progress: downloadProgress(healthy), releasedAt };
  }
  if (queue.has(UNREADABLE_ROWS)) return UNKNOWN_TITLE;
  const status = monitored || rows.length > 0 ? 'requested' : 'unavailable';
  return { known: true, status, progress: 0, releasedAt };
}

const NO_ROWS: readonly QueueRow[] = [];

export type FormatStatus = KnownFormat['status'] | 'pending' | 'denied';

const AFTER_AVAILABLE = ['downloading', 'requested', 'pending', 'denied'] as const;

/**
 * All available is available, any available is partial, then the first of downloading, requested, pending and denied that one
 * of them has, else unavailable.
 * Source: doc 4 section 4.3, collapse of formats.
 * @param formats those that were asked for
 */
export function collapseFormats(formats: readonly FormatStatus[]): FormatStatus | 'partial' {
  const available = formats.filter((status) => status === 'available');
  if (available.length > 0) return available.length === formats.length ? 'available' : 'partial';
  return AFTER_AVAILABLE.find((status) => formats.includes(status)) ?? 'unavailable';
}

import { type QueueRead, type ServarrQueueRow, UNREAD_RECORD } from '../../../clients/servarr/queue-page.js';
import type { DetailedRow, QueuedDownload } from '../../../clients/servarr/queued-download.js';
import { isHealthy, keptStage, type DownloadStage, type TrackedRow } from './download-stage.js';

/** Sizes are bytes. */
export interface QueueRow extends Pick<ServarrQueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  /** The manager's id of an episode; absent for a title that has no parts. */
  readonly part?: number;
  /** The season of that part, where the manager says it. */
  readonly season?: number;
  /** Does the download not get on by itself? Told where it decides the status of a title: see `isHealthy`. */
  readonly isStuck?: true;
  /** How the download gets on; absent while it simply downloads. */
  readonly stage?: DownloadStage;
  /** When it was handed to the download client, in epoch milliseconds; absent where the manager doesn't say. */
  readonly addedAt?: number;
  /** When it is expected to be done, likewise. */
  readonly finishesAt?: number;
}

export const keptMoments = ({
  addedAt = null,
  finishesAt = null,
}: Partial<Pick<ServarrQueueRow, 'addedAt' | 'finishesAt'>>): Pick<QueueRow, 'addedAt' | 'finishesAt'> => ({
  ...(addedAt === null ? {} : { addedAt }),
  ...(finishesAt === null ? {} : { finishesAt }),
});

/** In place of a record: rows whose record can't be read. Any record may be the one. */
export const UNREADABLE_ROWS = UNREAD_RECORD;

/** A snapshot of a library's download queue: the rows of each title, by the manager's id of the title. */
export type DownloadQueue = ReadonlyMap<number, readonly QueueRow[]>;

export interface ManagerQueue {
  readonly rows: readonly QueuedDownload[];
  readonly isComplete: boolean;
  /** Of so many rows it can't be read what they are for. */
  readonly unread: number;
}

export interface DetailedQueue {
  readonly queue: DownloadQueue;
  readonly detail: ManagerQueue;
}

export const detailed = <Row>(
  { rows, isComplete }: QueueRead<DetailedRow<Row>>,
  sort: (rows: readonly Row[]) => DownloadQueue,
): DetailedQueue => {
  const queue = sort(rows.map(({ row }) => row));
  const unread = queue.get(UNREADABLE_ROWS)?.length ?? 0;
  return { queue, detail: { rows: rows.map(({ download }) => download), isComplete, unread } };
};

/** Null where the queue can't be read, and where no row is known to be its and one could be of any record. */
export function rowsOf(queue: DownloadQueue | null, recordId: number): readonly QueueRow[] | null {
  const rows = queue?.get(recordId);
  if (rows) return rows;
  return queue && !queue.has(UNREADABLE_ROWS) ? [] : null;
}

export function downloadQueue(rows: Iterable<readonly [recordId: number, row: QueueRow]>): DownloadQueue {
  const queue = new Map<number, QueueRow[]>();
  for (const [recordId, row] of rows) {
    const known = queue.get(recordId);
    if (known) known.push(row);
    else queue.set(recordId, [row]);
  }
  return queue;
}

/** Of a queue whose manager says how each download gets on. */
export interface TrackedQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  readonly addedAt?: number | null;
  readonly finishesAt?: number | null;
  readonly unreadable: boolean;
}

/**
 * Rows that the manager can't match with a record are left out: it can't import them by itself.
 * Source: doc 4 sections 4.3, healthy row, and 4.4, active download.
 */
export function trackedQueue<Row extends TrackedQueueRow>(
  rows: readonly Row[],
  recordIdOf: (row: Row) => number | null,
  trackedOf: (row: Row) => TrackedRow,
): DownloadQueue {
  return downloadQueue(
    rows.flatMap((row) => {
      const recordId = row.unreadable ? UNREADABLE_ROWS : recordIdOf(row);
      const { downloadId, size, sizeLeft } = row;
      const tracked = trackedOf(row);
      const kept: QueueRow = {
        downloadId,
        size,
        sizeLeft,
        ...keptStage(tracked),
        ...keptMoments(row),
        ...(isHealthy(tracked) ? {} : { isStuck: true }),
      };
      return recordId === null ? [] : [[recordId, kept] as const];
    }),
  );
}

/**
 * The share of the downloads that has arrived, 0 to 1. Rows that share a downloadId are one job and count once; rows without
 * one are separate jobs; jobs are weighted by their bytes. A size that is no positive number counts as 0, an unreadable amount
 * left as the whole size.
 * Source: doc 4 section 4.1; upstream arr-common, queue vocabulary ("sum jobs by downloadId, never rows").
 */
export function downloadProgress(rows: readonly QueueRow[]): number {
  let total = 0;
  let left = 0;
  for (const job of jobs(rows)) {
    total += job.size;
    left += job.left;
  }
  // Also false for an infinite sum, for which the division would return NaN.
  return total > 0 && Number.isFinite(total) ? (total - left) / total : 0;
}

interface Job {
  readonly size: number;
  /** 0 to size. */
  readonly left: number;
}

function jobs(rows: readonly QueueRow[]): Iterable<Job> {
  const byName = new Map<string | QueueRow, Job>();
  for (const row of rows) {
    const job = readJob(row);
    const name = row.downloadId ?? row;
    const twin = byName.get(name);
    // When two rows of one job disagree, the larger figures count, so that the order of rows doesn't matter.
    byName.set(name, twin ? { size: Math.max(job.size, twin.size), left: Math.max(job.left, twin.left) } : job);
  }
  return byName.values();
}

function readJob({ size: bytes, sizeLeft }: QueueRow): Job {
  const size = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  return { size, left: Number.isNaN(sizeLeft) ? size : Math.min(Math.max(sizeLeft, 0), size) };
}

/** Titles that have left the queue, whole or in part. Their import has probably finished, so an older digest is wrong about them. */
export function vanishedTitles(previous: DownloadQueue, next: DownloadQueue): number[] {
  return [...previous].filter(([id, rows]) => !hasParts(next.get(id) ?? [], rows)).map(([id]) => id);
}

/** The titles that came into the queue, left it or made progress in it, whole or in part. */
export function changedTitles(previous: DownloadQueue, next: DownloadQueue): number[] {
  const moved = [...next].filter(([id, rows]) => {
    const before = previous.get(id) ?? [];
    return !hasParts(before, rows) || figuresOf(before) !== figuresOf(rows);
  });
  return [...new Set([...moved.map(([id]) => id), ...vanishedTitles(previous, next)])];
}

const figuresOf = (rows: readonly QueueRow[]): string =>
  `${downloadProgress(rows)} ${rows.filter(({ isStuck }) => isStuck).length} ${rows
    .flatMap(({ stage }) => stage ?? [])
    .sort()
    .join()}`;

function hasParts(rows: readonly QueueRow[], others: readonly QueueRow[]): boolean {
  const parts = new Set(rows.map(({ part }) => part));
  return others.every(({ part }) => parts.has(part));
}

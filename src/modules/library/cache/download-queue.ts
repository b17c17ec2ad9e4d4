import type { ServarrQueueRow } from '../../../clients/servarr/queue-page.js';

/** What is kept of a queue row: the job it is about, its sizes in bytes, and which part of the title it is for. */
export interface QueueRow extends Pick<ServarrQueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  /** The manager's id of an episode; absent for a title that has no parts. */
  readonly part?: number;
}

/** The download queue of one library at one moment: the rows of each title, by the manager's id of the title. */
export type DownloadQueue = ReadonlyMap<number, readonly QueueRow[]>;

/** Sorts rows, each with the manager's id of its title, by title. */
export function downloadQueue(rows: Iterable<readonly [recordId: number, row: QueueRow]>): DownloadQueue {
  const queue = new Map<number, QueueRow[]>();
  for (const [recordId, row] of rows) {
    const known = queue.get(recordId);
    if (known) known.push(row);
    else queue.set(recordId, [row]);
  }
  return queue;
}

/**
 * How much of a title's downloads has arrived, 0 to 1, whatever the rows say and in whatever order they come.
 *
 * Several jobs are weighed by their bytes. Rows that share a downloadId are one job told more than once and count
 * once; rows without one are jobs of their own. A size that is no positive number weighs nothing, and an amount left
 * that can't be read counts as everything.
 *
 * Source: doc 4 section 4.1; upstream arr-common, queue vocabulary ("sum jobs by downloadId, never rows").
 */
export function downloadProgress(rows: readonly QueueRow[]): number {
  let total = 0;
  let left = 0;
  for (const job of jobs(rows)) {
    total += job.size;
    left += job.left;
  }
  // Also false for a sum beyond what a number holds, where the division would answer NaN.
  return total > 0 && Number.isFinite(total) ? (total - left) / total : 0;
}

interface Job {
  readonly size: number;
  /** 0 to size. */
  readonly left: number;
}

function jobs(rows: readonly QueueRow[]): Iterable<Job> {
  // A row without a name stands for itself.
  const byName = new Map<string | QueueRow, Job>();
  for (const row of rows) {
    const job = readJob(row);
    const name = row.downloadId ?? row;
    const twin = byName.get(name);
    // Where two rows of one job disagree, the larger figures win, so that the order of rows doesn't matter.
    byName.set(name, twin ? { size: Math.max(job.size, twin.size), left: Math.max(job.left, twin.left) } : job);
  }
  return byName.values();
}

function readJob({ size: bytes, sizeLeft }: QueueRow): Job {
  const size = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  return { size, left: Number.isNaN(sizeLeft) ? size : Math.min(Math.max(sizeLeft, 0), size) };
}

/**
 * Of which titles has something left the queue: the title itself, or one of its parts? The import has probably
 * finished, so a digest from before is wrong about them.
 */
export function vanishedTitles(previous: DownloadQueue, next: DownloadQueue): number[] {
  return [...previous].filter(([id, rows]) => !hasParts(next.get(id) ?? [], rows)).map(([id]) => id);
}

/** Which titles came into the queue, left it, or moved on in it, whole or in part? */
export function changedTitles(previous: DownloadQueue, next: DownloadQueue): number[] {
  const moved = [...next].filter(([id, rows]) => {
    const before = previous.get(id) ?? [];
    return !hasParts(before, rows) || downloadProgress(before) !== downloadProgress(rows);
  });
  return [...new Set([...moved.map(([id]) => id), ...vanishedTitles(previous, next)])];
}

/** Do these rows have every part that the others have? */
function hasParts(rows: readonly QueueRow[], others: readonly QueueRow[]): boolean {
  const parts = new Set(rows.map(({ part }) => part));
  return others.every(({ part }) => parts.has(part));
}

import type { RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';

/** What is kept of a queue row: the job it is about, and its sizes in bytes. */
export type FilmQueueRow = Pick<RadarrQueueRow, 'downloadId' | 'size' | 'sizeLeft'>;

/** The download queue of one library at one moment: the rows of each film, by the manager's id of the film. */
export type FilmQueue = ReadonlyMap<number, readonly FilmQueueRow[]>;

/** Sorts the rows of a complete reading by film. Rows that belong to no film are left out. */
export function filmQueue(rows: readonly RadarrQueueRow[]): FilmQueue {
  const queue = new Map<number, FilmQueueRow[]>();
  for (const { movieId, downloadId, size, sizeLeft } of rows) {
    if (movieId === null) continue;
    const known = queue.get(movieId) ?? [];
    known.push({ downloadId, size, sizeLeft });
    queue.set(movieId, known);
  }
  return queue;
}

/**
 * How much of a film's downloads has arrived, 0 to 1, whatever the rows say and in whatever order they come.
 *
 * Several jobs are weighed by their bytes. Rows that share a downloadId are one job told more than once and count
 * once; rows without one are jobs of their own. A size that is no positive number weighs nothing, and an amount left
 * that can't be read counts as everything.
 *
 * Source: doc 4 section 4.1; upstream arr-common, queue vocabulary ("sum jobs by downloadId, never rows").
 */
export function downloadProgress(rows: readonly FilmQueueRow[]): number {
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

function jobs(rows: readonly FilmQueueRow[]): Iterable<Job> {
  // A row without a name stands for itself.
  const byName = new Map<string | FilmQueueRow, Job>();
  for (const row of rows) {
    const job = readJob(row);
    const name = row.downloadId ?? row;
    const twin = byName.get(name);
    // Where two rows of one job disagree, the larger figures win, so that the order of rows doesn't matter.
    byName.set(name, twin ? { size: Math.max(job.size, twin.size), left: Math.max(job.left, twin.left) } : job);
  }
  return byName.values();
}

function readJob({ size: bytes, sizeLeft }: FilmQueueRow): Job {
  const size = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  return { size, left: Number.isNaN(sizeLeft) ? size : Math.min(Math.max(sizeLeft, 0), size) };
}

/**
 * Which films were in the queue and no longer are? Their import has probably finished, so a digest from before is
 * wrong about them.
 */
export function vanishedFilms(previous: FilmQueue, next: FilmQueue): number[] {
  return [...previous.keys()].filter((recordId) => !next.has(recordId));
}

/** Which films came into the queue, left it, or moved on in it? */
export function changedFilms(previous: FilmQueue, next: FilmQueue): number[] {
  const moved = [...next].filter(([recordId, rows]) => {
    const before = previous.get(recordId);
    return before === undefined || downloadProgress(before) !== downloadProgress(rows);
  });
  return [...moved.map(([recordId]) => recordId), ...vanishedFilms(previous, next)];
}

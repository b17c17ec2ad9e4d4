import { downloadQueue, keptMoments, UNREADABLE_ROWS, type DownloadQueue, type QueueRow } from './download-queue.js';
import { keptStage } from './download-stage.js';

/** What a manager says of a row of its download queue. Words are compared without their case. */
export interface TrackedRow {
  /** queued, paused, downloading, completed, failed, warning, delay, … */
  readonly status: string;
  /** ok, warning, error; null or empty where the manager says nothing. */
  readonly trackedStatus: string | null;
  /** downloading, importPending, importing, importBlocked, failed, …; null or empty where the manager says nothing. */
  readonly trackedState: string | null;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

const ACTIVE = new Set(['queued', 'downloading', 'importing']);
const IMPORTING = new Set(['importpending', 'importing']);
/** A state that gets on by itself, or none. */
const GETS_ON = new Set(['', 'downloading', ...IMPORTING]);
const FINE = new Set(['', 'ok']);

/**
 * Does the download get on by itself? It does while it is queued, downloading or importing, or completed and about to be
 * imported, and nobody complains. What is paused, delayed, stalled, blocked or failed needs a person or more time: such
 * a row alone says only that the title is wanted. A word that we don't know is none of the healthy ones.
 *
 * Source: doc 4 section 4.3, healthy row; doc 2 section 3, book title rows; upstream arr-common, queue vocabulary.
 */
export function isHealthy({ status, trackedStatus, trackedState, hasMessages }: TrackedRow): boolean {
  const state = (trackedState ?? '').toLowerCase();
  if (hasMessages || !FINE.has((trackedStatus ?? '').toLowerCase()) || !GETS_ON.has(state)) return false;
  const word = status.toLowerCase();
  return ACTIVE.has(word) || (word === 'completed' && IMPORTING.has(state));
}

/** A row of a download queue whose manager says how the download gets on. */
interface TrackedQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  readonly addedAt?: number | null;
  readonly finishesAt?: number | null;
  /** Is the record that it is for unreadable? */
  readonly unreadable: boolean;
}

/**
 * Groups the rows of a complete read by record. Rows that the manager can't match with a record are left out: it can't
 * import them by itself.
 *
 * Source: doc 4 sections 4.3, healthy row, and 4.4, active download.
 *
 * @param recordIdOf the record that a row is for; null for a download that the manager can't match with one
 * @param trackedOf what the manager says of the download
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

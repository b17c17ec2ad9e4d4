import { downloadQueue, NONSENSE_ROWS, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { isHealthy, type TrackedRow } from '../cache/queue-health.js';

/** A row of a music manager's download queue. */
interface AlbumQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'>, TrackedRow {
  /** Null for a download that the manager can't match with an album. */
  readonly albumId: number | null;
  /** Can't it be read which album it is for? */
  readonly nonsense: boolean;
}

/**
 * Groups the rows of a complete read by album. Rows that the manager can't match with an album are left out: it can't
 * import them by itself.
 *
 * Source: doc 4 section 4.4, active download.
 */
export function albumQueue(rows: readonly AlbumQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap((row) => {
      const recordId = row.nonsense ? NONSENSE_ROWS : row.albumId;
      const { downloadId, size, sizeLeft } = row;
      const kept: QueueRow = isHealthy(row)
        ? { downloadId, size, sizeLeft }
        : { downloadId, size, sizeLeft, isStuck: true };
      return recordId === null ? [] : [[recordId, kept] as const];
    }),
  );
}

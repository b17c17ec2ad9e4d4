import { downloadQueue, NONSENSE_ROWS, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import { isHealthy } from '../cache/queue-health.js';

/** A row of a book manager's download queue. */
interface BookQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  readonly status: string;
  readonly trackedDownloadStatus: string | null;
  readonly trackedDownloadState: string | null;
  readonly complaints: readonly string[];
  /** Null for a download that the manager can't match with a record. */
  readonly bookId: number | null;
  /** Can't it be read which record it is for? */
  readonly nonsense: boolean;
}

/**
 * Groups the rows of a complete read by record. Rows that the manager can't match with a record are left out: it can't
 * import them by itself.
 *
 * Source: doc 4 section 4.3, healthy row.
 */
export function bookQueue(rows: readonly BookQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap((row) => {
      const recordId = row.nonsense ? NONSENSE_ROWS : row.bookId;
      return recordId === null ? [] : [[recordId, queueRow(row)] as const];
    }),
  );
}

function queueRow({ downloadId, size, sizeLeft, ...row }: BookQueueRow): QueueRow {
  const { trackedDownloadStatus: trackedStatus, trackedDownloadState: trackedState } = row;
  const healthy = isHealthy({
    status: row.status,
    trackedStatus,
    trackedState,
    hasMessages: row.complaints.length > 0,
  });
  return healthy ? { downloadId, size, sizeLeft } : { downloadId, size, sizeLeft, isStuck: true };
}

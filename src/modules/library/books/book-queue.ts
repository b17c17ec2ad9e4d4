import { trackedQueue, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import type { TrackedRow } from '../cache/download-stage.js';

/** A row of a book manager's download queue. */
interface BookQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'> {
  readonly addedAt?: number | null;
  readonly finishesAt?: number | null;
  readonly status: string;
  readonly trackedDownloadStatus: string | null;
  readonly trackedDownloadState: string | null;
  readonly complaints: readonly string[];
  /** Null for a download that the manager can't match with a record. */
  readonly bookId: number | null;
  /** Is the record that it is for unreadable? */
  readonly unreadable: boolean;
}

/** Groups the rows of a complete read by record: see {@link trackedQueue}. */
export function bookQueue(rows: readonly BookQueueRow[]): DownloadQueue {
  return trackedQueue(rows, ({ bookId }) => bookId, trackedOf);
}

function trackedOf({ status, trackedDownloadStatus, trackedDownloadState, complaints }: BookQueueRow): TrackedRow {
  return {
    status,
    trackedStatus: trackedDownloadStatus,
    trackedState: trackedDownloadState,
    hasMessages: complaints.length > 0,
  };
}

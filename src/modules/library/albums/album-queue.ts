import { trackedQueue, type DownloadQueue, type QueueRow } from '../cache/download-queue.js';
import type { TrackedRow } from '../cache/download-stage.js';

/** A row of a music manager's download queue. */
interface AlbumQueueRow extends Pick<QueueRow, 'downloadId' | 'size' | 'sizeLeft'>, TrackedRow {
  readonly addedAt?: number | null;
  readonly finishesAt?: number | null;
  /** Null for a download that the manager can't match with an album. */
  readonly albumId: number | null;
  /** Is the album that it is for unreadable? */
  readonly unreadable: boolean;
}

/** Groups the rows of a complete read by album: see {@link trackedQueue}. */
export function albumQueue(rows: readonly AlbumQueueRow[]): DownloadQueue {
  return trackedQueue(
    rows,
    ({ albumId }) => albumId,
    (row) => row,
  );
}

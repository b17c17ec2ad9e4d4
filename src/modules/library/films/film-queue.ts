import type { RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';
import { downloadQueue, type DownloadQueue } from '../cache/download-queue.js';

/** Sorts the rows of a complete reading by film. Rows that belong to no film are left out. */
export function filmQueue(rows: readonly RadarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap(({ movieId, downloadId, size, sizeLeft }) =>
      movieId === null ? [] : [[movieId, { downloadId, size, sizeLeft }] as const],
    ),
  );
}

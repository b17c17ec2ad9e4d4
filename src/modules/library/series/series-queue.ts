import type { SonarrQueueRow } from '../../../clients/sonarr/sonarr-episode.js';
import { downloadQueue, type DownloadQueue } from '../cache/download-queue.js';

/**
 * Sorts the rows of a complete reading by series; their parts are the episodes. Rows that belong to no episode are left
 * out, since the manager can't import them by itself.
 *
 * No verdict about a series comes from it (doc 4 section 4.2: TV never reports downloading). It tells when a series is
 * worth reading again.
 */
export function seriesQueue(rows: readonly SonarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap(({ seriesId, episodeId, downloadId, size, sizeLeft }) =>
      seriesId === null || episodeId === null
        ? []
        : [[seriesId, { part: episodeId, downloadId, size, sizeLeft }] as const],
    ),
  );
}

import { Injectable } from '@nestjs/common';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import type { SonarrQueueRow } from '../../../clients/sonarr/sonarr-episode.js';
import { TvManagersService } from '../../instances/instances.public.js';
import { SeriesProgressed } from '../library.events.js';
import type { LibraryKind } from '../cache/library-kind.js';
import { LibraryCache } from '../cache/library-cache.js';
import { downloadQueue, type DownloadQueue } from '../cache/download-queue.js';
import { sameEntry, sameState, seriesDigest, seriesDigestEntry, type SeriesDigestEntry } from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** The live readings of series libraries. */
@Injectable()
export class SeriesCacheService extends LibraryCache<SonarrClient, SeriesDigestEntry> {
  constructor(managers: TvManagersService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind: LibraryKind<SonarrClient, SeriesDigestEntry> = {
      titles: 'series',
      title: (tvdbId) => `record of series ${tvdbId}`,
      connect: (instanceId) => managers.connect(instanceId),
      digest: async (manager) => seriesDigest(await manager.series()),
      queue: async (manager) => seriesQueue(await manager.queue()),
      find: async (manager, tvdbId) => {
        const series = await manager.seriesByTvdbId(tvdbId);
        return series ? seriesDigestEntry(series) : undefined;
      },
      sameState,
      sameEntry,
      progressed: (instanceId, tvdbId) => new SeriesProgressed(instanceId, tvdbId),
    };
    super(kind, clock, random, log, meter);
  }

  /**
   * The episodes of a series as they are now, kept nowhere; null when the list can't be read. One list that fails
   * pauses no other, unless it is the manager as a whole that failed.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  episodes(instanceId: string, recordId: number): Promise<SeriesEpisodes | null> {
    return this.readBeside(`series ${recordId}`, instanceId, async (manager) =>
      seriesEpisodes(await manager.episodes(recordId)),
    );
  }
}

/**
 * Sorts the rows of a complete reading by series; their parts are the episodes. Rows that belong to no episode are left
 * out, since the manager can't import them by itself.
 *
 * No verdict about a series comes from it (doc 4 section 4.2: TV never reports downloading). It tells when a series is
 * worth reading again.
 */
function seriesQueue(rows: readonly SonarrQueueRow[]): DownloadQueue {
  return downloadQueue(
    rows.flatMap(({ seriesId, episodeId, downloadId, size, sizeLeft }) =>
      seriesId === null || episodeId === null
        ? []
        : [[seriesId, { part: episodeId, downloadId, size, sizeLeft }] as const],
    ),
  );
}

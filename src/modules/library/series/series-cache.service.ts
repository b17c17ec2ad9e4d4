import { Injectable } from '@nestjs/common';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { TvManagersService } from '../../instances/instances.public.js';
import { SeriesProgressed } from '../library.events.js';
import type { LibraryKind } from '../cache/library-kind.js';
import { LibraryCache } from '../cache/library-cache.js';
import {
  sameEntry,
  sameState,
  seriesDigest,
  seriesDigestEntry,
  type SeriesDigestEntry,
  seriesQueue,
} from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** The cache of series libraries. */
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
   * The current episodes of a series, not cached; null when the list can't be read. A list that fails pauses no other,
   * unless the manager as a whole failed.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  episodes(instanceId: string, recordId: number): Promise<SeriesEpisodes | null> {
    return this.readBeside(`series ${recordId}`, instanceId, async (manager) =>
      seriesEpisodes(await manager.episodes(recordId)),
    );
  }
}

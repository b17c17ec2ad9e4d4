import { Injectable } from '@nestjs/common';
import type { SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { TvManagersService } from '../../instances/instances.public.js';
import { SeriesProgressed } from '../library.events.js';
import type { SingleTitleKind } from '../cache/library-kind.js';
import { detailed } from '../cache/download-queue.js';
import { SingleTitleCache } from '../cache/single-title-cache.js';
import {
  sameEntry,
  sameState,
  seriesDigestEntry,
  type SeriesDigestEntry,
  seriesLibrary,
  seriesQueue,
} from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes } from './series-episodes.js';

/** Source: doc 4 section 2 and Decisions, Freshness. */
const TITLES_TTL_MS = 120_000;

/** The cache of series libraries. */
@Injectable()
export class SeriesCacheService extends SingleTitleCache<SonarrClient, number, SeriesDigestEntry> {
  constructor(managers: TvManagersService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind: SingleTitleKind<SonarrClient, number, SeriesDigestEntry> = {
      titles: 'series',
      title: (tvdbId) => `record of series ${tvdbId}`,
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId) => managers.connect(instanceId),
      digest: async (manager) => seriesLibrary(await manager.series()),
      queue: async (manager) => seriesQueue(await manager.queue()),
      detailedQueue: async (manager) => detailed(await manager.detailedQueue(), seriesQueue),
      clientDefinitions: (manager) => manager.clientDefinitions(),
      history: (manager, recordId) => manager.history(recordId),
      recentHistory: (manager, since) => manager.recentHistory(since),
      find: async (manager, tvdbId) => {
        const series = await manager.seriesByTvdbId(tvdbId);
        return series ? seriesDigestEntry(series) : undefined;
      },
      recordsOf: ({ recordId }) => [recordId],
      sameState,
      sameEntry,
      progressed: (instanceId, tvdbId) => new SeriesProgressed(instanceId, tvdbId),
    };
    super(kind, clock, random, log, meter);
  }

  /**
   * The record of a series, read anew and not cached; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  recordNow(instanceId: string, tvdbId: number): Promise<{ readonly record: SonarrSeries | null } | null> {
    const read = async (manager: SonarrClient) => ({ record: await manager.seriesByTvdbId(tvdbId) });
    return this.reader.readBeside(`record of series ${tvdbId}`, instanceId, read);
  }

  /**
   * The current episodes of a series, not cached; null when the list can't be read. A list that fails pauses no other,
   * unless the manager as a whole failed.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  episodes(instanceId: string, recordId: number): Promise<SeriesEpisodes | null> {
    return this.reader.readBeside(`series ${recordId}`, instanceId, async (manager) =>
      seriesEpisodes(await manager.episodes(recordId)),
    );
  }
}

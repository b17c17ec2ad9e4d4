import { Injectable } from '@nestjs/common';
import type { RadarrMovie } from '../../../clients/radarr/radarr-movie.js';
import type { RadarrClient } from '../../../clients/radarr/radarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { MovieManagersService } from '../../instances/instances.public.js';
import { FilmProgressed } from '../library.events.js';
import type { SingleTitleKind } from '../cache/library-kind.js';
import { detailed } from '../cache/download-queue.js';
import { SingleTitleCache } from '../cache/single-title-cache.js';
import { filmDigestEntry, filmLibrary, sameEntry, sameState, type FilmDigestEntry, filmQueue } from './film-digest.js';

/** Source: doc 4 section 2 and Decisions, Freshness. */
const TITLES_TTL_MS = 120_000;

/** The cache of film libraries. */
@Injectable()
export class FilmCacheService extends SingleTitleCache<RadarrClient, number, FilmDigestEntry> {
  constructor(managers: MovieManagersService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind: SingleTitleKind<RadarrClient, number, FilmDigestEntry> = {
      titles: 'films',
      title: (tmdbId) => `film ${tmdbId}`,
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId) => managers.connect(instanceId),
      digest: async (manager) => filmLibrary(await manager.movies()),
      queue: async (manager) => filmQueue(await manager.queue()),
      detailedQueue: async (manager) => detailed(await manager.detailedQueue(), filmQueue),
      clientDefinitions: (manager) => manager.clientDefinitions(),
      history: (manager, recordId) => manager.history(recordId),
      recentHistory: (manager, since) => manager.recentHistory(since),
      find: async (manager, tmdbId) => {
        const film = await manager.movieByTmdbId(tmdbId);
        return film ? filmDigestEntry(film) : undefined;
      },
      recordsOf: ({ recordId }) => [recordId],
      sameState,
      sameEntry,
      progressed: (instanceId, tmdbId) => new FilmProgressed(instanceId, tmdbId),
    };
    super(kind, clock, random, log, meter);
  }

  /**
   * The record of a film, read anew and not cached; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  recordNow(instanceId: string, tmdbId: number): Promise<{ readonly record: RadarrMovie | null } | null> {
    const read = async (manager: RadarrClient) => ({ record: await manager.movieByTmdbId(tmdbId) });
    return this.reader.readBeside(`film ${tmdbId}`, instanceId, read);
  }
}

import { Injectable } from '@nestjs/common';
import type { SonarrClient } from '../../../clients/sonarr/sonarr-client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { TvManagers } from '../../instances/instances.public.js';
import { SeriesProgressed } from '../library.events.js';
import { changedEntries } from '../readings/library-changes.js';
import { LibraryReadings } from '../readings/library-readings.js';
import {
  sameStanding,
  seriesDigest,
  seriesDigestEntry,
  type SeriesDigest,
  type SeriesDigestEntry,
} from './series-digest.js';
import { seriesEpisodes, type SeriesEpisodes } from './series-episodes.js';
import { seriesQueue } from './series-queue.js';

/** The live readings of series libraries. */
@Injectable()
export class SeriesReadings extends LibraryReadings<SonarrClient, SeriesDigest> {
  constructor(managers: TvManagers, clock: Clock, @InjectLog() log: Log, meter: Meter) {
    const kind = {
      titles: 'series',
      connect: (instanceId: string) => managers.connect(instanceId),
      digest: async (manager: SonarrClient) => seriesDigest(await manager.series()),
      queue: async (manager: SonarrClient) => seriesQueue(await manager.queue()),
      changed: (before: SeriesDigest, after: SeriesDigest) => changedEntries(before, after, sameStanding),
      progressed: (instanceId: string, tvdbId: number) => new SeriesProgressed(instanceId, tvdbId),
    } as const;
    super(kind, clock, log, meter);
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

  /**
   * One series as it is now, kept nowhere: undefined when the library affirms that it has none; null when it can't be
   * read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async entry(instanceId: string, tvdbId: number): Promise<SeriesDigestEntry | undefined | null> {
    const read = await this.readBeside(`record of series ${tvdbId}`, instanceId, async (manager) => ({
      series: await manager.seriesByTvdbId(tvdbId),
    }));
    return read && (read.series ? seriesDigestEntry(read.series) : undefined);
  }

  /**
   * Reads one series of a digest again and puts what it finds in the place of the old entry.
   *
   * @returns the new entry, undefined when the library affirms that the series is gone; null when it can't be read
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async renew(
    instanceId: string,
    digest: SeriesDigest,
    tvdbId: number,
    past: SeriesDigestEntry,
  ): Promise<SeriesDigestEntry | undefined | null> {
    const entry = await this.entry(instanceId, tvdbId);
    if (entry === null) return null;
    if (entry) digest.set(tvdbId, entry);
    else digest.delete(tvdbId);
    // The next reading of all series is compared with this one, and finds nothing new.
    if (!entry || !sameStanding(past, entry)) this.noteTitle(instanceId, tvdbId);
    return entry;
  }
}

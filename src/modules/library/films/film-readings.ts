import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { MovieManagers } from '../../instances/instances.public.js';
import { FilmProgressed } from '../library.events.js';
import { changedEntries } from '../readings/library-changes.js';
import { LibraryReadings } from '../readings/library-readings.js';
import { filmDigest, filmDigestEntry, sameStanding, type FilmDigest, type FilmDigestEntry } from './film-digest.js';
import { filmQueue } from './film-queue.js';

/** The live readings of film libraries. */
@Injectable()
export class FilmReadings extends LibraryReadings<RadarrClient, FilmDigest> {
  constructor(managers: MovieManagers, clock: Clock, @InjectLog() log: Log, meter: Meter) {
    const kind = {
      titles: 'films',
      connect: (instanceId: string) => managers.connect(instanceId),
      digest: async (manager: RadarrClient) => filmDigest(await manager.movies()),
      queue: async (manager: RadarrClient) => filmQueue(await manager.queue()),
      changed: (before: FilmDigest, after: FilmDigest) => changedEntries(before, after, sameStanding),
      progressed: (instanceId: string, tmdbId: number) => new FilmProgressed(instanceId, tmdbId),
    } as const;
    super(kind, clock, log, meter);
  }

  /**
   * One film as it is now, kept nowhere: undefined when the library affirms that it has none; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async film(instanceId: string, tmdbId: number): Promise<FilmDigestEntry | undefined | null> {
    const read = await this.readBeside(`film ${tmdbId}`, instanceId, async (manager) => ({
      film: await manager.movieByTmdbId(tmdbId),
    }));
    return read && (read.film ? filmDigestEntry(read.film) : undefined);
  }
}

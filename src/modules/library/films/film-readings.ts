import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { MovieManagers } from '../../instances/instances.public.js';
import { FilmProgressed } from '../library.events.js';
import type { LibraryKind } from '../readings/library-kind.js';
import { LibraryReadings } from '../readings/library-readings.js';
import { filmDigest, filmDigestEntry, sameEntry, sameStanding, type FilmDigestEntry } from './film-digest.js';
import { filmQueue } from './film-queue.js';

/** The live readings of film libraries. */
@Injectable()
export class FilmReadings extends LibraryReadings<RadarrClient, FilmDigestEntry> {
  constructor(managers: MovieManagers, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind: LibraryKind<RadarrClient, FilmDigestEntry> = {
      titles: 'films',
      title: (tmdbId) => `film ${tmdbId}`,
      connect: (instanceId) => managers.connect(instanceId),
      digest: async (manager) => filmDigest(await manager.movies()),
      queue: async (manager) => filmQueue(await manager.queue()),
      find: async (manager, tmdbId) => {
        const film = await manager.movieByTmdbId(tmdbId);
        return film ? filmDigestEntry(film) : undefined;
      },
      sameStanding,
      sameEntry,
      progressed: (instanceId, tmdbId) => new FilmProgressed(instanceId, tmdbId),
    };
    super(kind, clock, random, log, meter);
  }
}

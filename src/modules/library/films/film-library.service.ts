import type { RadarrMovie, RadarrClient } from '../../../clients/radarr/radarr.client.js';
import { Injectable } from '@nestjs/common';
import { type DownloadQueue, rowsOf, detailed } from '../cache/download-queue.js';
import {
  mayBeUnread,
  unreadIn,
  type Snapshot,
  type TitlesUnread,
  type SingleTitleKind,
} from '../cache/library-kind.js';
import { PAGE_WAITS_MS, PERSON_WAITS_MS } from '../cache/library-reader.js';
import { judgeFilm, UNKNOWN_FILM, type FilmAvailability } from './film-availability.js';
import { type FilmDigestEntry, filmDigestEntry, filmLibrary, sameEntry, sameState, filmQueue } from './film-digest.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { FilmProgressed } from '../library.events.js';
import { SingleTitleCache } from '../cache/single-title-cache.js';

const TITLES_TTL_MS = 120_000;

@Injectable()
export class FilmCacheService extends SingleTitleCache<RadarrClient, number, FilmDigestEntry> {
  constructor(clients: InstanceClientsService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    const kind: SingleTitleKind<RadarrClient, number, FilmDigestEntry> = {
      titles: 'films',
      title: (tmdbId) => `film ${tmdbId}`,
      titlesTtlMs: TITLES_TTL_MS,
      connect: (instanceId) => clients.connect('movie_manager', instanceId),
      digest: async (manager) => filmLibrary(await manager.movies()),
      queue: async (manager) => filmQueue(await manager.queue()),
      detailedQueue: async (manager) => detailed(await manager.detailedQueue(), filmQueue),
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

  /** Read anew and not cached; null when it can't be read. */
  recordNow(instanceId: string, tmdbId: number): Promise<{ readonly record: RadarrMovie | null } | null> {
    const read = async (manager: RadarrClient) => ({ record: await manager.movieByTmdbId(tmdbId) });
    return this.reader.readBeside(`film ${tmdbId}`, instanceId, read);
  }
}

/** An entry never changes: a film that changed or was reported gets a new object, an unchanged one keeps its object between reads. */
export interface FilmSnapshot extends TitlesUnread<number> {
  /** An equal version means that nothing changed. */
  readonly version: number;
  /** By TMDB id; another film is absent unless `isUnread`. Entries may be added later; the next snapshot then has another version. */
  readonly films: ReadonlyMap<number, FilmDigestEntry>;
}

/**
 * The status of films right now, from short-lived caches. Nothing of it is stored.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage, never for faults of the library.
 */
@Injectable()
export class FilmLibraryService {
  constructor(private readonly liveCache: FilmCacheService) {}

  /** @param tmdbId may be any number; one that the library has no record of is unavailable */
  async availability(instanceId: string, tmdbId: number, waitMs = PERSON_WAITS_MS): Promise<FilmAvailability> {
    const judge = await this.judgeOf(instanceId, waitMs);
    return judge(tmdbId);
  }

  /**
   * All of one moment: the list of films is at most 120 seconds old, the queue 10. Films of a library that can't be read are
   * unknown, never absent; so are those of one that hangs, unless the cache has the answer.
   * @param waitMs the longest wait for the answer, in milliseconds
   */
  async availabilities(
    instanceId: string,
    tmdbIds: Iterable<number>,
    waitMs = PERSON_WAITS_MS,
  ): Promise<Map<number, FilmAvailability>> {
    const asked = new Set(tmdbIds);
    if (asked.size === 0) return new Map();
    const judge = await this.judgeOf(instanceId, waitMs);
    return new Map([...asked].map((tmdbId) => [tmdbId, judge(tmdbId)]));
  }

  /** Past the caches, so that a report about one film doesn't cause a read of the whole library. Waits up to ten seconds. */
  current(instanceId: string, tmdbId: number): Promise<FilmAvailability> {
    const read = async (): Promise<FilmAvailability> => {
      const queue = await this.liveCache.queue(instanceId);
      const film = await this.liveCache.title(instanceId, tmdbId);
      return film === null ? UNKNOWN_FILM : judgeFilm(film, film ? rowsOf(queue, film.recordId) : null);
    };
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => UNKNOWN_FILM });
  }

  /** At most 120 seconds old; null when it can't be read within ten seconds. The library counts as watched. */
  async snapshot(instanceId: string): Promise<FilmSnapshot | null> {
    this.liveCache.reader.watched.note(instanceId);
    const snapshot = await this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, {
      read: () => this.liveCache.snapshot(instanceId),
      remembered: () => this.liveCache.warmSnapshot(instanceId) ?? null,
    });
    return snapshot && { version: snapshot.version, films: snapshot.digest, ...unreadIn(snapshot) };
  }

  /** At most 120 seconds old. Never waits and never asks the library, so that ownership can be proved before a charge without delay. */
  warmDigest(instanceId: string): ReadonlyMap<number, FilmDigestEntry> | undefined {
    return this.liveCache.warmDigest(instanceId);
  }

  /** Call it after the film may have been changed. No read under way restores the old state, and one that has just failed is repeated. */
  changed(instanceId: string, tmdbId: number): void {
    this.liveCache.invalidate(instanceId, tmdbId);
  }

  private judgeOf(instanceId: string, waitMs: number): Promise<(tmdbId: number) => FilmAvailability> {
    this.liveCache.reader.watched.note(instanceId);
    const read = async () => {
      // The queue comes first: a film that has left it is read again, and the digest then shows the file.
      const queue = await this.liveCache.queue(instanceId);
      const snapshot = await this.liveCache.snapshot(instanceId);
      return (tmdbId: number) => (snapshot ? judgeIn(snapshot, queue, tmdbId) : UNKNOWN_FILM);
    };
    const remembered = () => {
      const { snapshot, queue, isPast } = this.liveCache.inMemory(instanceId);
      return (tmdbId: number) => (snapshot && !isPast(tmdbId) ? judgeIn(snapshot, queue, tmdbId) : UNKNOWN_FILM);
    };
    return this.liveCache.reader.inTime(instanceId, waitMs, { read, remembered });
  }
}

function judgeIn(
  snapshot: Snapshot<number, FilmDigestEntry>,
  queue: DownloadQueue | null,
  tmdbId: number,
): FilmAvailability {
  if (mayBeUnread(snapshot, tmdbId)) return UNKNOWN_FILM;
  const film = snapshot.digest.get(tmdbId);
  return judgeFilm(film, film ? rowsOf(queue, film.recordId) : null);
}

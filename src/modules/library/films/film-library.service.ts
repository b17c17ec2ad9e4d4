import { Injectable } from '@nestjs/common';
import type { DownloadQueue } from '../cache/download-queue.js';
import { PAGE_WAITS_MS, PERSON_WAITS_MS } from '../cache/reader-waits.js';
import { judgeFilm, UNKNOWN_FILM, type FilmAvailability } from './film-availability.js';
import type { FilmDigest, FilmDigestEntry } from './film-digest.js';
import { FilmCacheService } from './film-cache.service.js';

/**
 * What one library holds of all films, for readers who remember much of it and want to know what moved.
 *
 * An entry never changes. A film that says something else has another object, also one whose manager has told that
 * something became of it; one that says the same keeps its object from reading to reading.
 */
export interface FilmSnapshot {
  /** Another number whenever an entry came, went or became another. The same number: nothing to compare. */
  readonly version: number;
  /** By TMDB id. Entries read anew later may come into it; the next snapshot then has another version. */
  readonly films: ReadonlyMap<number, FilmDigestEntry>;
}

/**
 * Where do films stand in a library right now? Answers come from short caches over live readings; nothing of it is
 * stored. Source: doc 2 section 4 (Freshness), doc 4 Decisions (Freshness, Owned already) and section 4.1.
 */
@Injectable()
export class FilmLibraryService {
  constructor(private readonly liveCache: FilmCacheService) {}

  /**
   * Where does this film stand? See {@link availabilities}.
   *
   * @param tmdbId may be any number; one that the library has no record of is unavailable
   */
  async availability(instanceId: string, tmdbId: number, waitMs = PERSON_WAITS_MS): Promise<FilmAvailability> {
    const judge = await this.judgeOf(instanceId, waitMs);
    return judge(tmdbId);
  }

  /**
   * Where do these films stand? One entry per film asked about, all of them of one moment: the list of films is at
   * most 120 seconds old, the queue 10. A library that can't be read makes its films unknown, never absent, and so does
   * one that hangs, as far as what is in memory doesn't tell.
   *
   * @param waitMs the longest that somebody waits for the answer, in milliseconds
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
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

  /**
   * Where does this film stand right now, by its own record? It is read past the caches and kept in none, so that news of
   * one film don't make the whole library be read. It is news, and waited for ten seconds.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  current(instanceId: string, tmdbId: number): Promise<FilmAvailability> {
    const read = async (): Promise<FilmAvailability> => {
      const queue = await this.liveCache.queue(instanceId);
      const film = await this.liveCache.title(instanceId, tmdbId);
      return film === null ? UNKNOWN_FILM : judgeFilm(film, queue && film ? (queue.get(film.recordId) ?? []) : null);
    };
    return this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, { read, remembered: () => UNKNOWN_FILM });
  }

  /**
   * All films of the library, at most 120 seconds old, whatever its queue says; null when it can't be read, or not within
   * ten seconds. The library counts as looked at.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage; never for the library's
   */
  async snapshot(instanceId: string): Promise<FilmSnapshot | null> {
    this.liveCache.watched.note(instanceId);
    const snapshot = await this.liveCache.readers.inTime(instanceId, PAGE_WAITS_MS, {
      read: () => this.liveCache.snapshot(instanceId),
      remembered: () => this.liveCache.warmSnapshot(instanceId) ?? null,
    });
    return snapshot && { version: snapshot.version, films: snapshot.digest };
  }

  /**
   * The library's films if they are in memory and at most 120 seconds old. Never waits and never asks the library, so
   * that it may prove ownership before a charge without holding anything up.
   */
  warmDigest(instanceId: string): ReadonlyMap<number, FilmDigestEntry> | undefined {
    return this.liveCache.warmDigest(instanceId);
  }

  /**
   * We have changed this film in its library, or may have: the next reader reads it again, alone, and the queue. It may be
   * new there, or gone. A reading under way doesn't bring back what was, and one that failed a moment ago is tried again.
   */
  changed(instanceId: string, tmdbId: number): void {
    this.liveCache.reported(instanceId, tmdbId);
  }

  private judgeOf(instanceId: string, waitMs: number): Promise<(tmdbId: number) => FilmAvailability> {
    this.liveCache.watched.note(instanceId);
    const read = async () => {
      // In this order: a film that has left the queue is read anew, and the digest then shows the file.
      const queue = await this.liveCache.queue(instanceId);
      const digest = await this.liveCache.digest(instanceId);
      return (tmdbId: number) => (digest ? judgeIn(digest, queue, tmdbId) : UNKNOWN_FILM);
    };
    const remembered = () => {
      const { snapshot, queue, isPast } = this.liveCache.inMemory(instanceId);
      return (tmdbId: number) => (snapshot && !isPast(tmdbId) ? judgeIn(snapshot.digest, queue, tmdbId) : UNKNOWN_FILM);
    };
    return this.liveCache.readers.inTime(instanceId, waitMs, { read, remembered });
  }
}

function judgeIn(digest: FilmDigest, queue: DownloadQueue | null, tmdbId: number): FilmAvailability {
  const film = digest.get(tmdbId);
  const rows = queue && film ? (queue.get(film.recordId) ?? []) : null;
  return judgeFilm(film, rows);
}

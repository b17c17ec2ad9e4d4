import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { MovieManagers } from '../../instances/instances.public.js';
import { filmDigest, type FilmDigest } from './film-digest.js';
import { changedFilms, filmQueue, vanishedFilms, type FilmQueue } from './film-queue.js';
import { isReadingFault, LibraryOutage, type Reading } from './library-outage.js';

/** Source: doc 4 section 2 and Decisions, Freshness. */
const DIGEST_TTL_MS = 120_000;

/** A page of readers shares one reading, and the next poll, 30 seconds later, always finds it stale. */
const QUEUE_TTL_MS = 10_000;

/** More libraries than a household has; the least recently used go first. */
const MAX_LIBRARIES = 64;

/** What is remembered of a library from one reading to the next. */
interface LibraryMemory {
  readonly outage: LibraryOutage;
  /** The last reading of each kind, whatever its age. Never answered from, only compared with and looked up in. */
  readonly last: { queue?: FilmQueue; digest?: FilmDigest };
  /** Record ids of films whose rows changed since somebody last took the changes. */
  readonly untold: Set<number>;
}

/** Films that came into a queue, left it or moved on in it. */
interface QueueChanges {
  readonly any: boolean;
  /** The films, as far as a digest has shown them: a record that is newer than the last digest can't be named. */
  readonly tmdbIds: readonly number[];
}

/**
 * The live readings of film libraries, behind short caches: each library's digest and download queue.
 *
 * Readers of the same moment share one call. A library that can't be read answers null, at once while it was found
 * unreadable a moment ago. A film that vanished from the queue has probably been imported, so the reading that finds
 * it gone drops the digest before it answers: read the queue first, then the digest, and the two never disagree.
 */
@Injectable()
export class FilmReadings {
  private readonly digests: TtlCache<string, FilmDigest>;
  private readonly queues: TtlCache<string, FilmQueue>;
  private readonly memories = new Map<string, LibraryMemory>();

  constructor(
    private readonly managers: MovieManagers,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.digests = new TtlCache({ clock, ttlMs: DIGEST_TTL_MS, maxEntries: MAX_LIBRARIES });
    this.queues = new TtlCache({ clock, ttlMs: QUEUE_TTL_MS, maxEntries: MAX_LIBRARIES });
  }

  /**
   * All films of a library, at most 120 seconds old; null when the library can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  digest(instanceId: string): Promise<FilmDigest | null> {
    return this.read(this.digests, 'films', instanceId, async (manager, { last }) => {
      last.digest = filmDigest(await manager.movies());
      return last.digest;
    });
  }

  /**
   * The download queue of a library, at most 10 seconds old; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  queue(instanceId: string): Promise<FilmQueue | null> {
    return this.read(this.queues, 'queue', instanceId, async (manager, { last, untold }) => {
      const queue = filmQueue(await manager.queue());
      if (last.queue) {
        for (const recordId of changedFilms(last.queue, queue)) untold.add(recordId);
        if (vanishedFilms(last.queue, queue).length > 0) this.digests.delete(instanceId);
      }
      last.queue = queue;
      return queue;
    });
  }

  /** The digest if it is in memory and fresh; never waits and never asks the manager. */
  warmDigest(instanceId: string): FilmDigest | undefined {
    return this.digests.get(instanceId);
  }

  /** What changed in the queue since this was last asked? Each change is told once. */
  takeChanges(instanceId: string): QueueChanges {
    const memory = this.memories.get(instanceId);
    if (!memory || memory.untold.size === 0) return { any: false, tmdbIds: [] };
    const changed = new Set(memory.untold);
    memory.untold.clear();
    const named = [...(memory.last.digest ?? [])].filter(([, film]) => changed.has(film.recordId));
    return { any: true, tmdbIds: named.map(([tmdbId]) => tmdbId) };
  }

  /** The library was changed: what is cached is wrong, readings under way too, and it may be tried at once. */
  drop(instanceId: string): void {
    this.digests.delete(instanceId);
    this.queues.delete(instanceId);
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    // Readings under way hold the old memory: they neither pause those to come nor overwrite what those find.
    const outage = memory.outage.withoutPauses();
    this.memories.set(instanceId, { ...memory, outage, last: { ...memory.last } });
  }

  /** The instance is another one now, or gone: {@link drop}, and nothing is remembered to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.memories.delete(instanceId);
  }

  private async read<V>(
    cache: TtlCache<string, V>,
    reading: Reading,
    instanceId: string,
    take: (manager: RadarrClient, memory: LibraryMemory) => Promise<V>,
  ): Promise<V | null> {
    const warm = cache.get(instanceId);
    if (warm !== undefined) return warm;
    const memory = this.memoryOf(instanceId);
    if (memory.outage.isPaused(reading)) return null;
    try {
      return await cache.fetch(instanceId, async () => {
        const value = await take(await this.managers.connect(instanceId), memory);
        memory.outage.succeeded(reading);
        return value;
      });
    } catch (error) {
      if (!isReadingFault(error)) throw error;
      memory.outage.failed(reading, error);
      return null;
    }
  }

  private memoryOf(instanceId: string): LibraryMemory {
    const known = this.memories.get(instanceId);
    if (known) return known;
    const outage = new LibraryOutage(this.clock, this.log.child({ instanceId }));
    const memory: LibraryMemory = { outage, last: {}, untold: new Set() };
    this.memories.set(instanceId, memory);
    return memory;
  }
}

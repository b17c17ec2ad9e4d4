import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import { changedTitles, vanishedTitles, type DownloadQueue } from './download-queue.js';
import { LibraryChanges, type TakenChanges } from './library-changes.js';
import { isReadingFault, LibraryOutage, type Reading } from './library-outage.js';
import { WatchedLibraries } from './watched-libraries.js';

/** Source: doc 4 section 2 and Decisions, Freshness. */
const DIGEST_TTL_MS = 120_000;

/** A page of readers shares one reading, and the next poll, 30 seconds later, always finds it stale. */
const QUEUE_TTL_MS = 10_000;

/** More libraries than a household has; the least recently used go first. */
const MAX_LIBRARIES = 64;

/** All titles of one library at one moment, by the id under which people ask for them. */
export type LibraryDigest = ReadonlyMap<number, { readonly recordId: number }>;

/** How libraries of one kind are read. */
export interface LibraryKind<Client, Digest extends LibraryDigest> {
  /** What the list of all titles is called in the log. */
  readonly titles: Reading;
  connect(instanceId: string): Promise<Client>;
  digest(client: Client): Promise<Digest>;
  queue(client: Client): Promise<DownloadQueue>;
  /** Which titles came, went or stand otherwise from one reading of all titles to the next? */
  changed(before: Digest, after: Digest): readonly number[];
  /** The event that where a title stands is worth reading again. */
  progressed(instanceId: string, titleId: number): object;
}

/** What is remembered of a library from one reading to the next. */
interface LibraryMemory<Digest> {
  readonly outage: LibraryOutage;
  /** The last readings of all titles, whatever their age. Never answered from, only compared with and looked up in. */
  readonly last: { digest?: Digest; digestBefore?: Digest };
  /** The last reading of the queue, in the same way. */
  readonly lastQueue: { read?: DownloadQueue };
  /** What changed since somebody last took the changes. */
  readonly changes: LibraryChanges;
}

/**
 * The live readings of libraries of one kind, behind short caches: each library's digest and download queue.
 *
 * Readers of the same moment share one call. A library that can't be read answers null, at once while it was found
 * unreadable a moment ago. A title that vanished from the queue has probably been imported, so the reading that finds
 * it gone drops the digest before it answers: read the queue first, then the digest, and the two never disagree.
 */
export abstract class LibraryReadings<Client, Digest extends LibraryDigest> {
  /** The libraries that somebody looks at. */
  readonly watched: WatchedLibraries;
  private readonly digests: TtlCache<string, Digest>;
  private readonly queues: TtlCache<string, DownloadQueue>;
  private readonly memories = new Map<string, LibraryMemory<Digest>>();

  protected constructor(
    private readonly kind: LibraryKind<Client, Digest>,
    private readonly clock: Clock,
    private readonly log: Log,
    meter: Meter,
  ) {
    this.watched = new WatchedLibraries(clock);
    const cache = <V>(name: string, ttlMs: number): TtlCache<string, V> =>
      new TtlCache({ clock, ttlMs, maxEntries: MAX_LIBRARIES, meter: meter.cache(name) });
    this.digests = cache(`library.${kind.titles}`, DIGEST_TTL_MS);
    this.queues = cache(`library.${kind.titles}-queues`, QUEUE_TTL_MS);
  }

  /**
   * All titles of a library, at most 120 seconds old; null when the library can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  digest(instanceId: string): Promise<Digest | null> {
    return this.readThrough(this.digests, this.kind.titles, instanceId, async (client, { last, changes }) => {
      const digest = await this.kind.digest(client);
      if (last.digest) changes.noteTitles(this.kind.changed(last.digest, digest));
      last.digestBefore = last.digest;
      last.digest = digest;
      return digest;
    });
  }

  /**
   * The download queue of a library, at most 10 seconds old; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  queue(instanceId: string): Promise<DownloadQueue | null> {
    return this.readThrough(this.queues, 'queue', instanceId, async (client, { lastQueue, changes }) => {
      const queue = await this.kind.queue(client);
      if (lastQueue.read) {
        changes.noteRecords(changedTitles(lastQueue.read, queue));
        if (vanishedTitles(lastQueue.read, queue).length > 0) this.digests.delete(instanceId);
      }
      lastQueue.read = queue;
      return queue;
    });
  }

  /** The digest if it is in memory and fresh; never waits and never asks the manager. */
  warmDigest(instanceId: string): Digest | undefined {
    return this.digests.get(instanceId);
  }

  /**
   * The last two readings of all titles, the newer first, whatever their age: for what stays true of a title, also of
   * one that has just gone, and never for where it stands.
   */
  lastDigests(instanceId: string): readonly Digest[] {
    const { digest, digestBefore } = this.memories.get(instanceId)?.last ?? {};
    return [digest, digestBefore].filter((read) => read !== undefined);
  }

  /**
   * What changed since this was last asked, in the queue or from one reading of all titles to the next? Each change is
   * told once. A record that moved in the queue and is newer than the last digest is named by the next one.
   */
  async takeChanges(instanceId: string): Promise<TakenChanges> {
    const memory = this.memories.get(instanceId);
    if (!memory) return { queueMoved: false, titleIds: [] };
    if (!memory.changes.canName(memory.last.digest)) await this.digest(instanceId);
    return memory.changes.take({ digest: memory.last.digest, queue: memory.lastQueue.read });
  }

  /** The event that where this title stands is worth reading again. */
  progressed(instanceId: string, titleId: number): object {
    return this.kind.progressed(instanceId, titleId);
  }

  /** The library was changed: what is cached is wrong, readings under way too, and it may be tried at once. */
  drop(instanceId: string): void {
    this.digests.delete(instanceId);
    this.queues.delete(instanceId);
    const memory = this.memories.get(instanceId);
    if (!memory) return;
    // Readings under way hold the old memory: they neither pause those to come nor overwrite what those find.
    const outage = memory.outage.withoutPauses();
    this.memories.set(instanceId, { ...memory, outage, last: { ...memory.last }, lastQueue: { ...memory.lastQueue } });
  }

  /** The download queue was changed, and nothing else: what is cached of it is wrong, a reading under way too. */
  dropQueue(instanceId: string): void {
    this.queues.delete(instanceId);
    const memory = this.memories.get(instanceId);
    if (memory) this.memories.set(instanceId, { ...memory, lastQueue: { ...memory.lastQueue } });
  }

  /** The instance is another one now, or gone: {@link drop}, and nothing is remembered to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.memories.delete(instanceId);
  }

  /** One title was read again, and came, went or stands otherwise. */
  protected noteTitle(instanceId: string, titleId: number): void {
    this.memories.get(instanceId)?.changes.noteTitles([titleId]);
  }

  /**
   * Reads something else of a library, under the same pauses; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  protected readBeside<V>(
    reading: Reading,
    instanceId: string,
    take: (client: Client) => Promise<V>,
  ): Promise<V | null> {
    return this.unlessPaused(reading, instanceId, (memory) => this.attempt(reading, instanceId, memory, take));
  }

  private async readThrough<V>(
    cache: TtlCache<string, V>,
    reading: Reading,
    instanceId: string,
    take: (client: Client, memory: LibraryMemory<Digest>) => Promise<V>,
  ): Promise<V | null> {
    const warm = cache.has(instanceId) ? cache.get(instanceId) : undefined;
    if (warm !== undefined) return warm;
    return this.unlessPaused(reading, instanceId, (memory) =>
      cache.fetch(instanceId, () => this.attempt(reading, instanceId, memory, take)),
    );
  }

  private async attempt<V>(
    reading: Reading,
    instanceId: string,
    memory: LibraryMemory<Digest>,
    take: (client: Client, memory: LibraryMemory<Digest>) => Promise<V>,
  ): Promise<V> {
    const value = await take(await this.kind.connect(instanceId), memory);
    memory.outage.succeeded(reading);
    return value;
  }

  private async unlessPaused<V>(
    reading: Reading,
    instanceId: string,
    read: (memory: LibraryMemory<Digest>) => Promise<V>,
  ): Promise<V | null> {
    const memory = this.memoryOf(instanceId);
    if (memory.outage.isPaused(reading)) return null;
    try {
      return await read(memory);
    } catch (error) {
      if (!isReadingFault(error)) throw error;
      memory.outage.failed(reading, error);
      return null;
    }
  }

  private memoryOf(instanceId: string): LibraryMemory<Digest> {
    const known = this.memories.get(instanceId);
    if (known) return known;
    const outage = new LibraryOutage(this.clock, this.log.child({ instanceId }));
    const memory: LibraryMemory<Digest> = { outage, last: {}, lastQueue: {}, changes: new LibraryChanges() };
    this.memories.set(instanceId, memory);
    return memory;
  }
}

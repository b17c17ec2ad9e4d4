import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { changedTitles, vanishedTitles, type DownloadQueue } from './download-queue.js';
import { LibraryAttempts } from './library-attempts.js';
import { carryOver, changedEntries, type TakenChanges } from './library-changes.js';
import type { FoundTitle, LibraryDigest, LibraryEntry, LibraryKind, CachedLibrary, Snapshot } from './library-kind.js';
import { LibraryMemories } from './library-memories.js';
import type { LibraryRead } from './library-outage.js';
import { POLL_WAITS_MS, ReaderWaits } from './reader-waits.js';
import { TitleRenewals } from './title-renewals.js';
import { WatchedLibrariesService } from './watched-libraries.service.js';

/** Source: doc 4 section 2 and Decisions, Freshness. */
const DIGEST_TTL_MS = 120_000;

/**
 * Short enough that the next poll, 30 seconds later, always reads again; long enough that all readers of one page share
 * a read.
 */
const QUEUE_TTL_MS = 10_000;

/** More libraries than a household has; the least recently used are evicted first. */
const MAX_LIBRARIES = 64;

/**
 * The short-lived caches of libraries of one kind: each library's digest and download queue.
 *
 * Simultaneous readers share one call. A library that can't be read returns null, at once if it was unreadable a moment
 * ago. A title that has vanished from the queue has probably been imported, so it is read again: readers that read the
 * queue first and the digest second get consistent data.
 */
export abstract class LibraryCache<Client, Entry extends LibraryEntry> {
  /** The libraries that were used recently. */
  readonly watched: WatchedLibrariesService;
  /** Limits how long readers wait for a library. */
  readonly readers: ReaderWaits;
  private readonly digests: TtlCache<string, Snapshot<Entry>>;
  private readonly queues: TtlCache<string, DownloadQueue>;
  private readonly memories: LibraryMemories<Entry>;
  private readonly attempts: LibraryAttempts<Client, Entry>;
  private versions = 0;
  private readonly renewals: TitleRenewals<Entry>;

  protected constructor(
    private readonly kind: LibraryKind<Client, Entry>,
    clock: Clock,
    random: Random,
    log: Log,
    meter: Meter,
  ) {
    this.watched = new WatchedLibrariesService(clock);
    this.memories = new LibraryMemories(clock, random, log, (instanceId) => this.watched.has(instanceId));
    this.readers = new ReaderWaits(clock, (id, waitMs) => this.memories.get(id)?.health.isSlow(waitMs) === true);
    this.attempts = new LibraryAttempts(
      {
        connect: (instanceId) => this.kind.connect(instanceId),
        gone: (instanceId) => this.forgetMissing(instanceId),
        log,
      },
      this.memories,
    );
    this.renewals = new TitleRenewals({
      held: (instanceId) => this.digests.get(instanceId),
      read: (instanceId, titleId) => this.title(instanceId, titleId),
      moved: (instanceId, titleId, past, found) => this.noteTitle(instanceId, titleId, past, found),
      nextVersion: () => this.nextVersion(),
    });
    const cache = <V>(name: string, ttlMs: number): TtlCache<string, V> =>
      new TtlCache({ clock, ttlMs, maxEntries: MAX_LIBRARIES, meter: meter.cache(name) });
    this.digests = cache(`library.${kind.titles}`, DIGEST_TTL_MS);
    this.queues = cache(`library.${kind.titles}-queues`, QUEUE_TTL_MS);
  }

  /** The fresh cached data of a library, null where there is none. Never waits and never asks the manager. */
  inMemory(instanceId: string): CachedLibrary<Entry> {
    const snapshot = this.digests.get(instanceId) ?? null;
    const stale = snapshot && this.renewals.staleOn(instanceId, snapshot);
    return { snapshot, queue: this.queues.get(instanceId) ?? null, isPast: (titleId) => stale?.has(titleId) === true };
  }

  /**
   * All titles of a library, at most 120 seconds old; null when the library can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async digest(instanceId: string): Promise<LibraryDigest<Entry> | null> {
    return (await this.snapshot(instanceId))?.digest ?? null;
  }

  /**
   * {@link digest}, with its version. Titles that were reported before the call are read again first; if one of them
   * can't be read, the whole library is.
   */
  async snapshot(instanceId: string): Promise<Snapshot<Entry> | null> {
    const asked = this.renewals.reports;
    for (;;) {
      const snapshot = await this.wholeSnapshot(instanceId);
      if (!snapshot || snapshot.asOf >= asked) return snapshot;
      if (this.digests.get(instanceId) !== snapshot) continue;
      const wanted = this.renewals.staleOn(instanceId, snapshot).wantedBy(asked);
      if (wanted.length === 0) return snapshot;
      const found = await Promise.all(wanted.map((titleId) => this.renewals.renew(instanceId, titleId)));
      // The manager hangs: the other titles stay cached until it answers.
      if (found.includes(null) && this.memories.get(instanceId)?.health.isResting) return null;
      if (found.includes(null) && this.digests.get(instanceId) === snapshot) this.digests.delete(instanceId);
    }
  }

  /**
   * The current state of one title, not cached: undefined when the library affirms that it has none; null when it can't
   * be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async title(instanceId: string, titleId: number): Promise<FoundTitle<Entry>> {
    const read = await this.readBeside(this.kind.title(titleId), instanceId, async (client) => ({
      found: await this.kind.find(client, titleId),
    }));
    return read && read.found;
  }

  /**
   * The download queue of a library, at most 10 seconds old; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  queue(instanceId: string): Promise<DownloadQueue | null> {
    return this.attempts.readThrough(this.queues, 'queue', instanceId, async (client, { lastQueue, changes }) => {
      const queue = await this.kind.queue(client);
      if (lastQueue.read) {
        changes.noteRecords(changedTitles(lastQueue.read, queue));
        const vanished = vanishedTitles(lastQueue.read, queue);
        if (!this.renewals.noteRecords(instanceId, vanished)) this.digests.delete(instanceId);
      }
      lastQueue.read = queue;
      return queue;
    });
  }

  /** The digest if it is cached, fresh and without reported changes; never waits and never asks the manager. */
  warmDigest(instanceId: string): LibraryDigest<Entry> | undefined {
    return this.warmSnapshot(instanceId)?.digest;
  }

  /** {@link warmDigest}, with its version. */
  warmSnapshot(instanceId: string): Snapshot<Entry> | undefined {
    const snapshot = this.digests.get(instanceId);
    return snapshot && this.renewals.staleOn(instanceId, snapshot).isEmpty ? snapshot : undefined;
  }

  /** Is this the current digest, without a reported change of this title? */
  holds(instanceId: string, digest: LibraryDigest<Entry>, titleId: number): boolean {
    const snapshot = this.digests.get(instanceId);
    return snapshot?.digest === digest && !this.renewals.staleOn(instanceId, snapshot).has(titleId);
  }

  /**
   * The last two digests, the newer first, whatever their age. Only for facts about a title that don't change, never
   * for its status.
   */
  lastDigests(instanceId: string): readonly LibraryDigest<Entry>[] {
    const { snapshot, digestBefore } = this.memories.get(instanceId)?.last ?? {};
    return [snapshot?.digest, digestBefore].filter((read) => read !== undefined);
  }

  /**
   * The changes in the queue and between digests since the last call. Each change is returned once. A record that moved
   * in the queue and isn't in the last digest yet is named after the next one.
   */
  async takeChanges(instanceId: string): Promise<TakenChanges> {
    const memory = this.memories.get(instanceId);
    if (!memory) return { queueMoved: false, titleIds: [] };
    const digestNow = { read: () => this.digest(instanceId), remembered: () => null };
    if (!memory.changes.canName(memory.last.snapshot?.digest))
      await this.readers.inTime(instanceId, POLL_WAITS_MS, digestNow);
    return memory.changes.take({ digest: memory.last.snapshot?.digest, queue: memory.lastQueue.read });
  }

  /** The event that says that the status of this title may have changed. */
  progressed(instanceId: string, titleId: number): object {
    return this.kind.progressed(instanceId, titleId);
  }

  /**
   * Handles a manager's report about a title: the cached title and the queue are out of date. The next reader has the
   * title read again, alone. A read that is under way doesn't restore the old state, and the library may be read at
   * once.
   *
   * @param titleId null when the report names no title: then everything is read again, as when many titles wait
   */
  reported(instanceId: string, titleId: number | null): void {
    if (!this.memories.get(instanceId)) return;
    const stale = this.renewals.note(instanceId, titleId);
    if (titleId === null || stale.areTooMany) {
      stale.clear();
      this.drop(instanceId);
      this.memories.of(instanceId).last.everyEntryIsPast = true;
      return;
    }
    this.dropQueue(instanceId);
    this.memories.endPauses(instanceId);
  }

  /** Drops all cached data of a changed library, including reads under way; the library may be read at once. */
  drop(instanceId: string): void {
    this.digests.delete(instanceId);
    this.queues.delete(instanceId);
    this.memories.renew(instanceId);
  }

  /** Drops the cached queue, including a read under way. */
  dropQueue(instanceId: string): void {
    this.queues.delete(instanceId);
    this.memories.renewQueue(instanceId);
  }

  /** The number of libraries with remembered state. */
  get remembered(): number {
    return this.memories.size;
  }

  /** Forgets an instance that was replaced or removed: {@link drop}, and no older state to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.memories.forget(instanceId);
    this.renewals.forget(instanceId);
  }

  /**
   * Reads a title again and replaces its entry, if this is still the current digest.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async renew(instanceId: string, digest: LibraryDigest<Entry>, titleId: number): Promise<FoundTitle<Entry>> {
    if (this.digests.get(instanceId)?.digest === digest) return this.renewals.renew(instanceId, titleId);
    const found = await this.title(instanceId, titleId);
    if (found !== null) this.noteTitle(instanceId, titleId, digest.get(titleId), found);
    return found;
  }

  /**
   * Reads other data of a library under the same pauses; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  protected readBeside<V>(
    reading: LibraryRead,
    instanceId: string,
    take: (client: Client) => Promise<V>,
  ): Promise<V | null> {
    return this.attempts.readBeside(reading, instanceId, take);
  }

  /** Stops background reads when the server stops. */
  onModuleDestroy(): void {
    this.memories.end();
  }

  private wholeSnapshot(instanceId: string): Promise<Snapshot<Entry> | null> {
    return this.attempts.readThrough(this.digests, this.kind.titles, instanceId, async (client, { last, changes }) => {
      const asOf = this.renewals.reports;
      const digest = await this.kind.digest(client);
      const before = last.snapshot;
      if (before) changes.noteTitles(changedEntries(before.digest, digest, this.kind.sameState));
      // Data that depends on a reported entry is out of date, even if the entry is equal to the old one.
      const stale = this.renewals.stale(instanceId);
      // So is everything of a read that was dropped meanwhile: its reports may have been cleared.
      const isDropped = this.memories.get(instanceId)?.last !== last;
      const isPast = (titleId: number): boolean => isDropped || last.everyEntryIsPast === true || stale.has(titleId);
      const isSame = before !== undefined && carryOver(before.digest, digest, this.kind.sameEntry, isPast);
      last.digestBefore = before?.digest;
      last.everyEntryIsPast = false;
      last.snapshot = { digest, version: isSame ? before.version : this.nextVersion(), asOf };
      return last.snapshot;
    });
  }

  /** Records a title that was read again and has appeared, disappeared or changed its state. */
  private noteTitle(instanceId: string, titleId: number, past: Entry | undefined, found: Entry | undefined): void {
    if (past === found || (past && found && this.kind.sameState(past, found))) return;
    this.memories.get(instanceId)?.changes.noteTitles([titleId]);
  }

  private nextVersion(): number {
    this.versions += 1;
    return this.versions;
  }

  private forgetMissing(instanceId: string): void {
    this.forget(instanceId);
    this.watched.forget(instanceId);
  }
}

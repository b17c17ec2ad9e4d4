import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { changedTitles, UNREADABLE_ROWS, vanishedTitles, type DownloadQueue } from './download-queue.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import { LibraryAttempts } from './library-attempts.js';
import { carryOver, changedEntries } from './library-changes.js';
import { sameUnread } from './library-kind.js';
import type { CachedLibrary, LibraryDigest, LibraryKind, Snapshot, TitleKey } from './library-kind.js';
import { LibraryMemories } from './library-memories.js';
import type { LibraryRead } from './library-outage.js';
import { POLL_WAITS_MS, ReaderWaits } from './reader-waits.js';
import { type ManagerQueue, QueueDetails } from './queue-details.js';
import { TitleHistories } from './title-histories.js';
import { WatchedLibrariesService } from './watched-libraries.service.js';

/** Short enough that the next poll, 30 seconds later, always reads again; long enough that readers of one page share a read. */
const QUEUE_TTL_MS = 10_000;

/** More libraries than a household has; the least recently used are evicted first. */
const MAX_LIBRARIES = 64;

/** No titles: of a kind that is only read as a whole none is stale, since a change drops all of them. */
const NONE: ReadonlySet<never> = new Set();

/**
 * The short-lived caches of libraries of one kind: each library's digest and download queue.
 *
 * Simultaneous readers share one call. A library that can't be read returns null, at once if it was unreadable a moment
 * ago. A title that has vanished from the queue has probably been imported, so the digest is read again: readers that
 * read the queue first and the digest second get consistent data.
 *
 * A library is read as a whole here, and a change of any title drops the whole. `SingleTitleCache` adds reads of single
 * titles, for managers that find one by the id under which it is requested.
 */
export abstract class LibraryCache<Client, Key extends TitleKey, Entry> {
  /** The libraries that were used recently. */
  readonly watched: WatchedLibrariesService;
  /** Limits how long readers wait for a library. */
  readonly readers: ReaderWaits;
  /** What has become of titles. */
  readonly histories: TitleHistories<Key>;
  protected readonly digests: TtlCache<string, Snapshot<Key, Entry>>;
  protected readonly memories: LibraryMemories<Key, Entry>;
  private readonly queues: TtlCache<string, DownloadQueue>;
  private readonly details: QueueDetails;
  private readonly attempts: LibraryAttempts<Client, Key, Entry>;
  private versions = 0;

  protected constructor(
    private readonly kind: LibraryKind<Client, Key, Entry>,
    private readonly wallClock: Clock,
    random: Random,
    log: Log,
    meter: Meter,
  ) {
    this.watched = new WatchedLibrariesService(wallClock);
    this.details = new QueueDetails(wallClock);
    this.memories = new LibraryMemories(wallClock, random, log, (instanceId) => this.watched.has(instanceId));
    this.readers = new ReaderWaits(wallClock, (id, waitMs) => this.memories.get(id)?.health.isSlow(waitMs) === true);
    this.attempts = new LibraryAttempts(
      {
        connect: (instanceId) => this.kind.connect(instanceId),
        gone: (instanceId) => {
          this.forget(instanceId);
          this.watched.forget(instanceId);
        },
        log,
      },
      this.memories,
    );
    this.histories = new TitleHistories({
      one: (instanceId, recordId) =>
        this.readBeside('history', instanceId, (client) => this.kind.history(client, recordId)),
      recent: (instanceId, since) =>
        this.readBeside('recent history', instanceId, (client) => this.kind.recentHistory(client, since)),
      lacks: (instanceId, rows) => this.memories.get(instanceId)?.outage.lacks('history', rows),
      titles: (instanceId) => this.titlesByRecord(instanceId),
    });
    const cache = <V>(name: string, ttlMs: number): TtlCache<string, V> =>
      new TtlCache({ clock: wallClock, ttlMs, maxEntries: MAX_LIBRARIES, meter: meter.cache(name) });
    this.digests = cache(`library.${kind.titles}`, kind.titlesTtlMs);
    this.queues = cache(`library.${kind.titles}-queues`, QUEUE_TTL_MS);
  }

  /** The fresh cached data of a library, null where there is none. Never waits and never asks the manager. */
  inMemory(instanceId: string): CachedLibrary<Key, Entry> {
    const snapshot = this.digests.get(instanceId) ?? null;
    return { snapshot, queue: this.queues.get(instanceId) ?? null, isPast: () => false };
  }

  /**
   * All titles of a library, as old as its kind allows at most; null when the library can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async digest(instanceId: string): Promise<LibraryDigest<Key, Entry> | null> {
    return (await this.snapshot(instanceId))?.digest ?? null;
  }

  /** {@link digest}, with its version. A reader who comes after a change gets nothing older than it. */
  snapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
    return this.wholeSnapshot(instanceId);
  }

  /**
   * The download queue of a library, at most 10 seconds old; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  queue(instanceId: string): Promise<DownloadQueue | null> {
    return this.attempts.readThrough(this.queues, 'queue', instanceId, async (client, memory) => {
      const { lastQueue, changes, outage } = memory;
      const queue = await this.details.read(instanceId, {
        plain: () => this.kind.queue(client),
        detailed: () => this.kind.detailedQueue(client),
      });
      outage.lacks('queue', queue.get(UNREADABLE_ROWS)?.length ?? 0);
      if (lastQueue.read) {
        changes.noteRecords(changedTitles(lastQueue.read, queue));
        const vanished = vanishedTitles(lastQueue.read, queue);
        if (vanished.length > 0 && !this.willRenew(instanceId, vanished)) this.digests.delete(instanceId);
      }
      lastQueue.read = queue;
      return queue;
    });
  }

  /**
   * {@link queue}, row by row with what each row is for. The reading serves both; null, too, when it is too large for that.
   *
   * @throws AppError as {@link queue}
   */
  async managerQueue(instanceId: string): Promise<ManagerQueue | null> {
    this.details.want(instanceId);
    const queue = await this.queue(instanceId);
    const rows = queue && this.details.of(queue);
    if (queue === null || rows) return rows ?? null;
    // It was read before somebody looked at what its rows are for.
    this.queues.delete(instanceId);
    const again = await this.queue(instanceId);
    return (again && this.details.of(again)) ?? null;
  }

  /** The download clients that the manager is configured with, not cached; null when they can't be read. */
  clientDefinitions(instanceId: string): Promise<readonly ClientDefinition[] | null> {
    return this.readBeside('download clients', instanceId, (client) => this.kind.clientDefinitions(client));
  }

  /** When the titles of a library were last read, in epoch milliseconds; null where they weren't since the start. */
  lastReadAt(instanceId: string): number | null {
    return this.memories.get(instanceId)?.last.readAt ?? null;
  }

  /** The digest if it is cached, fresh and without reported changes; never waits and never asks the manager. */
  warmDigest(instanceId: string): LibraryDigest<Key, Entry> | undefined {
    return this.warmSnapshot(instanceId)?.digest;
  }

  /** {@link warmDigest}, with its version. */
  warmSnapshot(instanceId: string): Snapshot<Key, Entry> | undefined {
    return this.digests.get(instanceId);
  }

  /**
   * The last two digests, the newer first, whatever their age. Only for facts about a title that don't change, never
   * for its status.
   */
  lastDigests(instanceId: string): readonly LibraryDigest<Key, Entry>[] {
    const { snapshot, digestBefore } = this.memories.get(instanceId)?.last ?? {};
    return [snapshot?.digest, digestBefore].filter((read) => read !== undefined);
  }

  /**
   * The changes in the queue and between digests since the last call, with an event for each title whose status may
   * have changed. Each change is returned once. A record that moved in the queue and isn't in the last digest yet is
   * named after the next one.
   */
  async takeChanges(instanceId: string): Promise<{ readonly queueMoved: boolean; readonly progressed: object[] }> {
    const memory = this.memories.get(instanceId);
    if (!memory) return { queueMoved: false, progressed: [] };
    const recordsOf = (entry: Entry) => this.kind.recordsOf(entry);
    const lastDigest = () => ({ digest: memory.last.snapshot?.digest, recordsOf });
    const digestNow = { read: () => this.digest(instanceId), remembered: () => null };
    if (!memory.changes.canName(lastDigest())) await this.readers.inTime(instanceId, POLL_WAITS_MS, digestNow);
    const { queueMoved, titleIds } = memory.changes.take({ ...lastDigest(), queue: memory.lastQueue.read });
    return { queueMoved, progressed: titleIds.map((titleId) => this.kind.progressed(instanceId, titleId)) };
  }

  /**
   * Handles a change that may concern any title: everything is read again. A read that is under way doesn't restore the
   * old state, and the library may be read at once.
   */
  changed(instanceId: string): void {
    if (!this.memories.get(instanceId)) return;
    this.drop(instanceId);
    this.memories.of(instanceId).last.everyEntryIsPast = true;
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

  /** {@link dropQueue} of every library that was read. */
  dropQueues(): void {
    for (const instanceId of this.memories.ids()) this.dropQueue(instanceId);
  }

  /** The number of libraries with remembered state. */
  get remembered(): number {
    return this.memories.size;
  }

  /** Forgets an instance that was replaced or removed: {@link drop}, and no older state to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.memories.forget(instanceId);
    this.details.forget(instanceId);
  }

  /** Stops background reads when the server stops. */
  onModuleDestroy(): void {
    this.memories.end();
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

  /** Will the titles of these records, which have left the queue, be read again one by one? Otherwise all of them are. */
  protected willRenew(_instanceId: string, _recordIds: readonly number[]): boolean {
    return false;
  }

  /** The number of reports that a read which begins now covers. */
  protected get reports(): number {
    return 0;
  }

  /** The titles that were reported and not read since. */
  protected staleOf(_instanceId: string): { has(titleId: Key): boolean } {
    return NONE;
  }

  /** All titles of a library, read when they aren't cached. */
  protected wholeSnapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
    return this.attempts.readThrough(this.digests, this.kind.titles, instanceId, async (client, memory) => {
      const { last, changes, outage } = memory;
      const asOf = this.reports;
      const { titles: digest, hasUnplaced, unread = NONE, lost = 0 } = await this.kind.digest(client);
      outage.lacks(this.kind.titles, lost);
      const before = last.snapshot;
      if (before) changes.noteTitles(changedEntries(before.digest, digest, this.kind.sameState));
      // Data that depends on a reported entry is out of date, even if the entry is equal to the old one.
      const stale = this.staleOf(instanceId);
      // So is everything of a read that was dropped meanwhile: its reports may have been cleared.
      const isDropped = this.memories.get(instanceId)?.last !== last;
      const isPast = (titleId: Key): boolean => isDropped || last.everyEntryIsPast === true || stale.has(titleId);
      const carried = before !== undefined && carryOver(before.digest, digest, this.kind.sameEntry, isPast);
      last.digestBefore = before?.digest;
      last.everyEntryIsPast = false;
      last.readAt = this.wallClock.now();
      const isSame = carried && sameUnread(before, { hasUnplaced, unread });
      last.snapshot = { digest, hasUnplaced, unread, version: isSame ? before.version : this.nextVersion(), asOf };
      return last.snapshot;
    });
  }

  /** The next version of a snapshot. */
  protected nextVersion(): number {
    return (this.versions += 1);
  }

  private async titlesByRecord(instanceId: string): Promise<ReadonlyMap<number, Key> | null> {
    const digest = await this.digest(instanceId);
    const recordsOf = (entry: Entry) => this.kind.recordsOf(entry);
    return digest && new Map([...digest].flatMap(([key, entry]) => recordsOf(entry).map((id) => [id, key] as const)));
  }
}

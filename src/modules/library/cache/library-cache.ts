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

/** A page of readers shares one reading, and the next poll, 30 seconds later, always finds it stale. */
const QUEUE_TTL_MS = 10_000;

/** More libraries than a household has; the least recently used go first. */
const MAX_LIBRARIES = 64;

/**
 * The live readings of libraries of one kind, behind short caches: each library's digest and download queue.
 *
 * Readers of the same moment share one call. A library that can't be read answers null, at once while it was found
 * unreadable a moment ago. A title that vanished from the queue has probably been imported, so the reading that finds
 * it gone has the title read anew: read the queue first, then the digest, and the two never disagree.
 */
export abstract class LibraryCache<Client, Entry extends LibraryEntry> {
  /** The libraries that somebody looks at. */
  readonly watched: WatchedLibrariesService;
  /** Who asks for a library goes through here. */
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

  /** What is in memory of a library and fresh, each null where that isn't. Never waits and never asks the manager. */
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
   * {@link digest}, with the number of its state. Titles that were reported before the reader came are read again
   * first; where one of them can't be, the whole library is.
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
      // Its manager hangs: what is known of the other titles is worth keeping until it answers.
      if (found.includes(null) && this.memories.get(instanceId)?.health.isResting) return null;
      if (found.includes(null) && this.digests.get(instanceId) === snapshot) this.digests.delete(instanceId);
    }
  }

  /**
   * One title as it is now, kept nowhere: undefined when the library affirms that it has none; null when it can't be
   * read.
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

  /** The digest if it is in memory and fresh, and there is no news of it; never waits and never asks the manager. */
  warmDigest(instanceId: string): LibraryDigest<Entry> | undefined {
    return this.warmSnapshot(instanceId)?.digest;
  }

  /** {@link warmDigest}, with the number of its state. */
  warmSnapshot(instanceId: string): Snapshot<Entry> | undefined {
    const snapshot = this.digests.get(instanceId);
    return snapshot && this.renewals.staleOn(instanceId, snapshot).isEmpty ? snapshot : undefined;
  }

  /** Is this the digest that readers get, and is there no news of this title? */
  holds(instanceId: string, digest: LibraryDigest<Entry>, titleId: number): boolean {
    const snapshot = this.digests.get(instanceId);
    return snapshot?.digest === digest && !this.renewals.staleOn(instanceId, snapshot).has(titleId);
  }

  /**
   * The last two readings of all titles, the newer first, whatever their age: for what stays true of a title, also of
   * one that has just gone, and never for where it stands.
   */
  lastDigests(instanceId: string): readonly LibraryDigest<Entry>[] {
    const { snapshot, digestBefore } = this.memories.get(instanceId)?.last ?? {};
    return [snapshot?.digest, digestBefore].filter((read) => read !== undefined);
  }

  /**
   * What changed since this was last asked, in the queue or from one reading of all titles to the next? Each change is
   * told once. A record that moved in the queue and is newer than the last digest is named by the next one.
   */
  async takeChanges(instanceId: string): Promise<TakenChanges> {
    const memory = this.memories.get(instanceId);
    if (!memory) return { queueMoved: false, titleIds: [] };
    const digestNow = { read: () => this.digest(instanceId), remembered: () => null };
    if (!memory.changes.canName(memory.last.snapshot?.digest))
      await this.readers.inTime(instanceId, POLL_WAITS_MS, digestNow);
    return memory.changes.take({ digest: memory.last.snapshot?.digest, queue: memory.lastQueue.read });
  }

  /** The event that where this title stands is worth reading again. */
  progressed(instanceId: string, titleId: number): object {
    return this.kind.progressed(instanceId, titleId);
  }

  /**
   * The manager says that something has become of a title: what is kept of it is wrong, and so is the queue. The next
   * reader has it read again, alone. A reading under way doesn't bring it back, and the library may be tried at once.
   *
   * @param titleId null where the title isn't named: then everything is read again, as it is when many titles wait
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

  /** The library was changed: what is cached is wrong, readings under way too, and it may be tried at once. */
  drop(instanceId: string): void {
    this.digests.delete(instanceId);
    this.queues.delete(instanceId);
    this.memories.renew(instanceId);
  }

  /** The download queue was changed, and nothing else: what is cached of it is wrong, a reading under way too. */
  dropQueue(instanceId: string): void {
    this.queues.delete(instanceId);
    this.memories.renewQueue(instanceId);
  }

  /** Of how many libraries something is remembered. */
  get remembered(): number {
    return this.memories.size;
  }

  /** The instance is another one now, or gone: {@link drop}, and nothing is remembered to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.memories.forget(instanceId);
    this.renewals.forget(instanceId);
  }

  /**
   * Reads a title of a digest again and puts what it finds in the place of the old entry, where the digest is the one that
   * readers get.
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
   * Reads something else of a library, under the same pauses; null when it can't be read.
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

  /** The server stops: no library is tried again for its own sake. */
  onModuleDestroy(): void {
    this.memories.end();
  }

  private wholeSnapshot(instanceId: string): Promise<Snapshot<Entry> | null> {
    return this.attempts.readThrough(this.digests, this.kind.titles, instanceId, async (client, { last, changes }) => {
      const asOf = this.renewals.reports;
      const digest = await this.kind.digest(client);
      const before = last.snapshot;
      if (before) changes.noteTitles(changedEntries(before.digest, digest, this.kind.sameState));
      // What was kept beside an entry that were reported doesn't hold, though the entry may say the same again.
      const stale = this.renewals.stale(instanceId);
      // Nor does anything of a reading that was dropped meanwhile: of which titles there was news may be forgotten by now.
      const isDropped = this.memories.get(instanceId)?.last !== last;
      const isPast = (titleId: number): boolean => isDropped || last.everyEntryIsPast === true || stale.has(titleId);
      const isSame = before !== undefined && carryOver(before.digest, digest, this.kind.sameEntry, isPast);
      last.digestBefore = before?.digest;
      last.everyEntryIsPast = false;
      last.snapshot = { digest, version: isSame ? before.version : this.nextVersion(), asOf };
      return last.snapshot;
    });
  }

  /** One title was read again: tells of it when it came, went or stands otherwise. */
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

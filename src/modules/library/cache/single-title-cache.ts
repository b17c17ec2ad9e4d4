import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { LibraryCache } from './library-cache.js';
import type { CachedLibrary, FoundTitle, LibraryDigest, SingleTitleKind, Snapshot, TitleKey } from './library-kind.js';
import type { StaleTitles } from './stale-titles.js';
import { TitleRenewals } from './title-renewals.js';

/**
 * The caches of libraries whose titles can be read one by one: a title that was reported, or has left the queue, is read
 * again alone, and the other titles stay cached.
 */
export abstract class SingleTitleCache<Client, Key extends TitleKey, Entry> extends LibraryCache<Client, Key, Entry> {
  private readonly renewals: TitleRenewals<Key, Entry>;

  protected constructor(
    private readonly singles: SingleTitleKind<Client, Key, Entry>,
    clock: Clock,
    random: Random,
    log: Log,
    meter: Meter,
  ) {
    super(singles, clock, random, log, meter);
    this.renewals = new TitleRenewals({
      held: (instanceId) => this.digests.get(instanceId),
      read: (instanceId, titleId) => this.title(instanceId, titleId),
      moved: (instanceId, titleId, past, found) => this.noteTitle(instanceId, titleId, past, found),
      nextVersion: () => this.nextVersion(),
      recordsOf: (entry) => this.singles.recordsOf(entry),
    });
  }

  override inMemory(instanceId: string): CachedLibrary<Key, Entry> {
    const cached = super.inMemory(instanceId);
    const stale = cached.snapshot && this.renewals.staleOn(instanceId, cached.snapshot);
    return { ...cached, isPast: (titleId) => stale?.has(titleId) === true };
  }

  /**
   * {@link digest}, with its version. Titles that were reported before the call are read again first; if one of them
   * can't be read, the whole library is.
   */
  override async snapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
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
  async title(instanceId: string, titleId: Key): Promise<FoundTitle<Entry>> {
    const read = await this.readBeside(this.singles.title(titleId), instanceId, async (client) => ({
      found: await this.singles.find(client, titleId),
    }));
    return read && read.found;
  }

  override warmSnapshot(instanceId: string): Snapshot<Key, Entry> | undefined {
    const snapshot = super.warmSnapshot(instanceId);
    return snapshot && this.renewals.staleOn(instanceId, snapshot).isEmpty ? snapshot : undefined;
  }

  /** Is this the current digest, without a reported change of this title? */
  holds(instanceId: string, digest: LibraryDigest<Key, Entry>, titleId: Key): boolean {
    const snapshot = this.digests.get(instanceId);
    return snapshot?.digest === digest && !this.renewals.staleOn(instanceId, snapshot).has(titleId);
  }

  /**
   * Handles a manager's report about a title: the cached title and the queue are out of date. The next reader has the
   * title read again, alone. A read that is under way doesn't restore the old state, and the library may be read at
   * once.
   *
   * @param titleId null when the report names no title: then everything is read again, as when many titles wait
   */
  reported(instanceId: string, titleId: Key | null): void {
    if (!this.memories.get(instanceId)) return;
    const stale = this.renewals.note(instanceId, titleId);
    if (titleId === null || stale.areTooMany) {
      stale.clear();
      this.changed(instanceId);
      return;
    }
    this.dropQueue(instanceId);
    this.memories.endPauses(instanceId);
  }

  /**
   * Reads a title again and replaces its entry, if this is still the current digest.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async renew(instanceId: string, digest: LibraryDigest<Key, Entry>, titleId: Key): Promise<FoundTitle<Entry>> {
    if (this.digests.get(instanceId)?.digest === digest) return this.renewals.renew(instanceId, titleId);
    const found = await this.title(instanceId, titleId);
    if (found !== null) this.noteTitle(instanceId, titleId, digest.get(titleId), found);
    return found;
  }

  override forget(instanceId: string): void {
    super.forget(instanceId);
    this.renewals.forget(instanceId);
  }

  protected override willRenew(instanceId: string, recordIds: readonly number[]): boolean {
    return this.renewals.noteRecords(instanceId, recordIds);
  }

  protected override get reports(): number {
    return this.renewals.reports;
  }

  protected override staleOf(instanceId: string): StaleTitles<Key> {
    return this.renewals.stale(instanceId);
  }

  /** Records a title that was read again and has appeared, disappeared or changed its state. */
  private noteTitle(instanceId: string, titleId: Key, past: Entry | undefined, found: Entry | undefined): void {
    if (past === found || (past && found && this.singles.sameState(past, found))) return;
    this.memories.get(instanceId)?.changes.noteTitles([titleId]);
  }
}

import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import { LibraryCache } from './library-cache.js';
import { titlesWith } from './library-changes.js';
import type {
  CachedLibrary,
  FoundTitle,
  LibraryDigest,
  ManagerClient,
  SingleTitleKind,
  Snapshot,
  TitleKey,
} from './library-kind.js';
import { StaleTitles } from './stale-titles.js';

const CONCURRENCY = 4;

interface Renewals<Key, Entry> {
  readonly stale: StaleTitles<Key>;
  /** By snapshot: a read that began for an older snapshot may be older than the current one. */
  readonly flights: WeakMap<Snapshot<Key, Entry>, SingleFlight<Key, FoundTitle<Entry>>>;
  readonly turns: FewAtATime;
}

/** A title that was reported, or has left the queue, is read again alone, and the others stay cached. */
export abstract class SingleTitleCache<Client extends ManagerClient, Key extends TitleKey, Entry> extends LibraryCache<
  Client,
  Key,
  Entry
> {
  private readonly renewals = new Map<string, Renewals<Key, Entry>>();
  /** The number of reports so far, of all libraries. See {@link StaleTitles}. */
  private reportCount = 0;

  protected constructor(
    private readonly singles: SingleTitleKind<Client, Key, Entry>,
    clock: Clock,
    random: Random,
    log: Log,
    meter: Meter,
  ) {
    super(singles, clock, random, log, meter);
  }

  override inMemory(instanceId: string): CachedLibrary<Key, Entry> {
    const cached = super.inMemory(instanceId);
    const stale = cached.snapshot && this.staleOn(instanceId, cached.snapshot);
    return { ...cached, isPast: (titleId) => stale?.has(titleId) === true };
  }

  /** Titles that were reported before the call are read again first; if one of them can't be read, the whole library is. */
  override async snapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
    const asked = this.reportCount;
    for (;;) {
      const snapshot = await this.wholeSnapshot(instanceId);
      if (!snapshot || snapshot.asOf >= asked) return snapshot;
      if (this.digests.get(instanceId) !== snapshot) continue;
      const wanted = this.staleOn(instanceId, snapshot).wantedBy(asked);
      if (wanted.length === 0) return snapshot;
      const found = await Promise.all(wanted.map((titleId) => this.renewCurrent(instanceId, titleId)));
      // The manager hangs: the other titles stay cached until it answers.
      if (found.includes(null) && this.reader.state(instanceId)?.breaker.isResting) return null;
      if (found.includes(null) && this.digests.get(instanceId) === snapshot) this.digests.delete(instanceId);
    }
  }

  /** Not cached. */
  async title(instanceId: string, titleId: Key): Promise<FoundTitle<Entry>> {
    const read = await this.reader.readBeside(this.singles.title(titleId), instanceId, async (client) => ({
      found: await this.singles.find(client, titleId),
    }));
    return read && read.found;
  }

  override warmSnapshot(instanceId: string): Snapshot<Key, Entry> | undefined {
    const snapshot = super.warmSnapshot(instanceId);
    return snapshot && this.staleOn(instanceId, snapshot).isEmpty ? snapshot : undefined;
  }

  holds(instanceId: string, digest: LibraryDigest<Key, Entry>, titleId: Key): boolean {
    const snapshot = this.digests.get(instanceId);
    return snapshot?.digest === digest && !this.staleOn(instanceId, snapshot).has(titleId);
  }

  /**
   * The next reader has it read again, alone, and the queue. No running read restores the old state; the library may be read at
   * once.
   * @param titleId null where no title is named: then everything is read again, as when many titles wait
   */
  invalidate(instanceId: string, titleId: Key | null): void {
    if (!this.reader.state(instanceId)) return;
    const stale = this.noteReport(instanceId, titleId);
    if (titleId === null || stale.areTooMany) {
      stale.clear();
      this.invalidateAll(instanceId);
      return;
    }
    this.dropQueue(instanceId);
    this.reader.endPauses(instanceId);
  }

  async renew(instanceId: string, digest: LibraryDigest<Key, Entry>, titleId: Key): Promise<FoundTitle<Entry>> {
    if (this.digests.get(instanceId)?.digest === digest) return this.renewCurrent(instanceId, titleId);
    const found = await this.title(instanceId, titleId);
    if (found !== null) this.noteTitle(instanceId, titleId, digest.get(titleId), found);
    return found;
  }

  override forget(instanceId: string): void {
    super.forget(instanceId);
    this.renewals.delete(instanceId);
  }

  /** False too when a record belongs to no known title or too many titles are stale. */
  protected override willRenew(instanceId: string, recordIds: readonly number[]): boolean {
    const records = new Set(recordIds);
    const digest = this.digests.get(instanceId)?.digest ?? new Map<Key, Entry>();
    const { titleIds, found } = titlesWith(digest, records, (entry) => this.singles.recordsOf(entry));
    for (const titleId of titleIds) this.noteReport(instanceId, titleId);
    return found.size === records.size && !this.staleOf(instanceId).areTooMany;
  }

  protected override get reports(): number {
    return this.reportCount;
  }

  protected override staleOf(instanceId: string): StaleTitles<Key> {
    return this.renewalsOf(instanceId).stale;
  }

  private noteReport(instanceId: string, titleId: Key | null): StaleTitles<Key> {
    this.reportCount += 1;
    const stale = this.staleOf(instanceId);
    if (titleId !== null) stale.note(titleId, this.reportCount);
    return stale;
  }

  private staleOn(instanceId: string, { asOf }: Snapshot<Key, Entry>): StaleTitles<Key> {
    const stale = this.staleOf(instanceId);
    stale.noteReadOfAll(asOf);
    return stale;
  }

  /** Reads of one title follow each other, so that none overwrites a newer state. */
  private renewCurrent(instanceId: string, titleId: Key): Promise<FoundTitle<Entry>> {
    const { stale, flights, turns } = this.renewalsOf(instanceId);
    const snapshot = this.digests.get(instanceId);
    if (!snapshot) return this.title(instanceId, titleId);
    const ofSnapshot = flights.get(snapshot) ?? new SingleFlight<Key, FoundTitle<Entry>>();
    flights.set(snapshot, ofSnapshot);
    return ofSnapshot.run(titleId, () =>
      turns.run(async () => {
        const asOf = this.reportCount;
        const found = await this.title(instanceId, titleId);
        if (found === null || this.digests.get(instanceId) !== snapshot) return found;
        this.put(instanceId, snapshot, titleId, found);
        stale.noteRead(titleId, asOf);
        return found;
      }),
    );
  }

  private put(instanceId: string, snapshot: Snapshot<Key, Entry>, titleId: Key, found: Entry | undefined): void {
    const past = snapshot.digest.get(titleId);
    if (past === undefined && found === undefined) return;
    if (found) snapshot.digest.set(titleId, found);
    else snapshot.digest.delete(titleId);
    snapshot.version = this.nextVersion();
    this.noteTitle(instanceId, titleId, past, found);
  }

  private noteTitle(instanceId: string, titleId: Key, past: Entry | undefined, found: Entry | undefined): void {
    if (past === found || (past && found && this.singles.sameState(past, found))) return;
    this.reader.state(instanceId)?.changes.noteTitles([titleId]);
  }

  private renewalsOf(instanceId: string): Renewals<Key, Entry> {
    const known = this.renewals.get(instanceId);
    if (known) return known;
    const renewals: Renewals<Key, Entry> = {
      stale: new StaleTitles(),
      flights: new WeakMap(),
      turns: new FewAtATime(CONCURRENCY, Infinity),
    };
    this.renewals.set(instanceId, renewals);
    return renewals;
  }
}

import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Semaphore } from './semaphore.js';
import { titlesWith } from './library-changes.js';
import type { FoundTitle, Snapshot } from './library-kind.js';
import { StaleTitles } from './stale-titles.js';

/** How many single titles of a library are read at the same time. */
const CONCURRENCY = 4;

/** Access to the current snapshots, and to single titles. */
interface RenewalPlaces<Key, Entry> {
  /** The current snapshot of a library; undefined when there is none. */
  held(instanceId: string): Snapshot<Key, Entry> | undefined;
  read(instanceId: string, titleId: Key): Promise<FoundTitle<Entry>>;
  /** Called with the old and new entry of a title in the current snapshot. */
  moved(instanceId: string, titleId: Key, past: Entry | undefined, found: Entry | undefined): void;
  nextVersion(): number;
  /** The manager's own ids of the records of a title. */
  recordsOf(entry: Entry): readonly number[];
}

interface LibraryRenewals<Key, Entry> {
  readonly stale: StaleTitles<Key>;
  /** By snapshot: a read that began for an older snapshot may be older than the current one. */
  readonly flights: WeakMap<Snapshot<Key, Entry>, SingleFlight<Key, FoundTitle<Entry>>>;
  readonly semaphore: Semaphore;
}

/** Reads reported titles of libraries again, one by one, and updates the snapshot. */
export class TitleRenewals<Key, Entry> {
  private readonly libraries = new Map<string, LibraryRenewals<Key, Entry>>();
  private count = 0;

  constructor(private readonly places: RenewalPlaces<Key, Entry>) {}

  /** The number of reports so far, of all libraries. See {@link StaleTitles}. */
  get reports(): number {
    return this.count;
  }

  /** Records a report, with or without a title. Returns the stale titles of the library. */
  note(instanceId: string, titleId: Key | null): StaleTitles<Key> {
    this.count += 1;
    const stale = this.stale(instanceId);
    if (titleId !== null) stale.note(titleId, this.count);
    return stale;
  }

  /**
   * Records changes of the titles of these records.
   *
   * @returns false when a record belongs to no known title or too many titles are stale: the whole library has to be
   *   read
   */
  noteRecords(instanceId: string, recordIds: readonly number[]): boolean {
    if (recordIds.length === 0) return true;
    const records = new Set(recordIds);
    const digest = this.places.held(instanceId)?.digest ?? new Map<Key, Entry>();
    const { titleIds, found } = titlesWith(digest, records, (entry) => this.places.recordsOf(entry));
    for (const titleId of titleIds) this.note(instanceId, titleId);
    return found.size === records.size && !this.stale(instanceId).areTooMany;
  }

  /** The stale titles of a library. */
  stale(instanceId: string): StaleTitles<Key> {
    return this.of(instanceId).stale;
  }

  /** The titles that were reported after this snapshot was read. */
  staleOn(instanceId: string, { asOf }: Snapshot<Key, Entry>): StaleTitles<Key> {
    const stale = this.stale(instanceId);
    stale.allRenewed(asOf);
    return stale;
  }

  /**
   * Reads one title again and updates the snapshot, unless it was dropped meanwhile. Reads of one title follow each
   * other, so that none overwrites a newer state.
   *
   * @throws any fault of the read
   */
  renew(instanceId: string, titleId: Key): Promise<FoundTitle<Entry>> {
    const { stale, flights, semaphore } = this.of(instanceId);
    const snapshot = this.places.held(instanceId);
    if (!snapshot) return this.places.read(instanceId, titleId);
    const ofSnapshot = flights.get(snapshot) ?? new SingleFlight<Key, FoundTitle<Entry>>();
    flights.set(snapshot, ofSnapshot);
    return ofSnapshot.run(titleId, () =>
      semaphore.run(async () => {
        const asOf = this.count;
        const found = await this.places.read(instanceId, titleId);
        if (found === null || this.places.held(instanceId) !== snapshot) return found;
        this.put(instanceId, snapshot, titleId, found);
        stale.renewed(titleId, asOf);
        return found;
      }),
    );
  }

  /** Forgets a replaced or removed library. */
  forget(instanceId: string): void {
    this.libraries.delete(instanceId);
  }

  private put(instanceId: string, snapshot: Snapshot<Key, Entry>, titleId: Key, found: Entry | undefined): void {
    const past = snapshot.digest.get(titleId);
    if (past === undefined && found === undefined) return;
    if (found) snapshot.digest.set(titleId, found);
    else snapshot.digest.delete(titleId);
    snapshot.version = this.places.nextVersion();
    this.places.moved(instanceId, titleId, past, found);
  }

  private of(instanceId: string): LibraryRenewals<Key, Entry> {
    const known = this.libraries.get(instanceId);
    if (known) return known;
    const renewals = {
      stale: new StaleTitles<Key>(),
      flights: new WeakMap<Snapshot<Key, Entry>, SingleFlight<Key, FoundTitle<Entry>>>(),
      semaphore: new Semaphore(CONCURRENCY),
    };
    this.libraries.set(instanceId, renewals);
    return renewals;
  }
}

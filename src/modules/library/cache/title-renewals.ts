import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Semaphore } from './semaphore.js';
import type { FoundTitle, LibraryEntry, Snapshot } from './library-kind.js';
import { StaleTitles } from './stale-titles.js';

/** Single titles of a library that are read at the same time. */
const CONCURRENCY = 4;

/** Where the snapshots stand, and how a title of one is read. */
interface RenewalPlaces<Entry> {
  /** The snapshot that readers of a library get; undefined while there is none. */
  held(instanceId: string): Snapshot<Entry> | undefined;
  read(instanceId: string, titleId: number): Promise<FoundTitle<Entry>>;
  /** What a title said and says now, in the snapshot that readers get. */
  moved(instanceId: string, titleId: number, past: Entry | undefined, found: Entry | undefined): void;
  nextVersion(): number;
}

interface LibraryRenewals<Entry> {
  readonly stale: StaleTitles;
  /** By snapshot: what was begun for one that has gone may be older than all that the next one knows. */
  readonly flights: WeakMap<Snapshot<Entry>, SingleFlight<number, FoundTitle<Entry>>>;
  readonly semaphore: Semaphore;
}

/** Reads reported titles of libraries again, one by one, and puts them in the snapshot. */
export class TitleRenewals<Entry extends LibraryEntry> {
  private readonly libraries = new Map<string, LibraryRenewals<Entry>>();
  private count = 0;

  constructor(private readonly places: RenewalPlaces<Entry>) {}

  /** How many reports have come, of all libraries. See {@link StaleTitles}. */
  get reports(): number {
    return this.count;
  }

  /** News came, of a title or without one. Answers which titles of the library wait now. */
  note(instanceId: string, titleId: number | null): StaleTitles {
    this.count += 1;
    const stale = this.stale(instanceId);
    if (titleId !== null) stale.note(titleId, this.count);
    return stale;
  }

  /**
   * Something has become of the titles of these records.
   *
   * @returns false where that can't be told title by title, so that the whole library has to be read
   */
  noteRecords(instanceId: string, recordIds: readonly number[]): boolean {
    if (recordIds.length === 0) return true;
    const records = new Set(recordIds);
    const digest = this.places.held(instanceId)?.digest ?? new Map<number, Entry>();
    const titleIds = [...digest].filter(([, { recordId }]) => records.has(recordId)).map(([titleId]) => titleId);
    for (const titleId of titleIds) this.note(instanceId, titleId);
    return titleIds.length === records.size && !this.stale(instanceId).areTooMany;
  }

  /** The titles of a library that were reported. */
  stale(instanceId: string): StaleTitles {
    return this.of(instanceId).stale;
  }

  /** The reported titles that this snapshot doesn't hold yet. */
  staleOn(instanceId: string, { asOf }: Snapshot<Entry>): StaleTitles {
    const stale = this.stale(instanceId);
    stale.allRenewed(asOf);
    return stale;
  }

  /**
   * Reads one title again and puts what it finds in the snapshot, unless the snapshot was dropped meanwhile. Readings of one
   * title follow each other, so that none brings back what was there before another.
   *
   * @throws what the reading throws
   */
  renew(instanceId: string, titleId: number): Promise<FoundTitle<Entry>> {
    const { stale, flights, semaphore } = this.of(instanceId);
    const snapshot = this.places.held(instanceId);
    if (!snapshot) return this.places.read(instanceId, titleId);
    const ofSnapshot = flights.get(snapshot) ?? new SingleFlight<number, FoundTitle<Entry>>();
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

  /** The library is another one now, or gone. */
  forget(instanceId: string): void {
    this.libraries.delete(instanceId);
  }

  private put(instanceId: string, snapshot: Snapshot<Entry>, titleId: number, found: Entry | undefined): void {
    const past = snapshot.digest.get(titleId);
    if (past === undefined && found === undefined) return;
    if (found) snapshot.digest.set(titleId, found);
    else snapshot.digest.delete(titleId);
    snapshot.version = this.places.nextVersion();
    this.places.moved(instanceId, titleId, past, found);
  }

  private of(instanceId: string): LibraryRenewals<Entry> {
    const known = this.libraries.get(instanceId);
    if (known) return known;
    const renewals = {
      stale: new StaleTitles(),
      flights: new WeakMap<Snapshot<Entry>, SingleFlight<number, FoundTitle<Entry>>>(),
      semaphore: new Semaphore(CONCURRENCY),
    };
    this.libraries.set(instanceId, renewals);
    return renewals;
  }
}

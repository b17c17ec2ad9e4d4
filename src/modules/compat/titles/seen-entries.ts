/** A snapshot by its version, as far as comparing goes. */
interface SeenSnapshot<Entry> {
  readonly version: number;
  /** What it says of a title; undefined for nothing. */
  entryOf(id: number): Entry | undefined;
}

/** So many titles are reported at once. Between two parts other requests are served. */
const PART = 250;

/**
 * Remembers the entries that some titles had in the snapshots of all libraries of a kind, and reports the titles whose
 * entries have changed. Snapshots of the same versions are not compared again.
 */
export class SeenEntries<Entry> {
  private versions: readonly number[] | null = null;
  private readonly seen = new Map<number, readonly (Entry | undefined)[]>();
  /** The changed titles that have not been reported yet. */
  private moving: number[] = [];

  /** True while {@link moved} has more titles to report. */
  get hasMore(): boolean {
    return this.moving.length > 0;
  }

  /**
   * The titles whose entries have changed since they were last reported; at most a part of them at once.
   *
   * @param ids the titles that count; others are forgotten
   * @param unseen those of them that were never reported
   */
  moved(
    snapshots: readonly SeenSnapshot<Entry>[],
    ids: () => Iterable<number>,
    unseen: ReadonlySet<number>,
  ): readonly number[] {
    const versions = snapshots.map(({ version }) => version);
    if (!this.versions || !isSame(this.versions, versions)) {
      this.versions = versions;
      this.compare(snapshots, ids());
    }
    const reported = this.moving.length > 0 ? this.moving.splice(-PART) : [...unseen].slice(0, PART);
    for (const id of reported) {
      const entries = snapshots.map((snapshot) => snapshot.entryOf(id));
      this.seen.set(id, entries);
    }
    return reported;
  }

  private compare(snapshots: readonly SeenSnapshot<Entry>[], ids: Iterable<number>): void {
    this.moving = [];
    let counted = 0;
    for (const id of ids) {
      counted += 1;
      if (this.hasMoved(id, snapshots)) this.moving.push(id);
    }
    if (this.seen.size <= counted * 2) return;
    // Most of what is remembered is about titles that no longer count, so all of it is learnt anew.
    this.seen.clear();
    this.versions = null;
  }

  private hasMoved(id: number, snapshots: readonly SeenSnapshot<Entry>[]): boolean {
    const seen = this.seen.get(id);
    return seen?.length !== snapshots.length || snapshots.some((one, place) => one.entryOf(id) !== seen[place]);
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((version, place) => version === other[place]);
}

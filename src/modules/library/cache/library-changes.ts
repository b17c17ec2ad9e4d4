import type { DownloadQueue } from './download-queue.js';

/** The most titles that are named individually; with more changes only the queue is reported as changed. */
const MOST_NAMED = 200;

/** What changed in a library. */
export interface TakenChanges {
  /** True when the queue changed, or too many titles did to name them. */
  readonly queueMoved: boolean;
  /** The titles whose status may have changed. */
  readonly titleIds: readonly number[];
}

type Entries = ReadonlyMap<number, { readonly recordId: number }>;

/** Collects the changes in a library until they are published. */
export class LibraryChanges {
  private queueMoved = false;
  /** Record ids of titles whose queue rows changed. */
  private readonly records = new Set<number>();
  /** Ids of titles that differ between two digests. */
  private readonly titles = new Set<number>();

  /** Records that rows of these records came into the queue, left it or made progress. */
  noteRecords(recordIds: readonly number[]): void {
    if (recordIds.length > 0) this.queueMoved = true;
    for (const recordId of recordIds) this.records.add(recordId);
  }

  /** Records that these titles appeared, disappeared or changed between two digests. */
  noteTitles(titleIds: readonly number[]): void {
    for (const titleId of titleIds) this.titles.add(titleId);
    if (this.titles.size <= MOST_NAMED) return;
    this.titles.clear();
    this.queueMoved = true;
  }

  /** Does the digest contain all records that moved in the queue? */
  canName(digest: Entries | undefined): boolean {
    if (this.records.size === 0) return true;
    const known = new Set([...(digest?.values() ?? [])].map(({ recordId }) => recordId));
    return [...this.records].every((recordId) => known.has(recordId));
  }

  /** The changes since the last call, each once. A record that can't be named yet is kept while it is in the queue. */
  take({ digest, queue }: { readonly digest?: Entries; readonly queue?: DownloadQueue }): TakenChanges {
    const named = [...(digest ?? [])].filter(([, { recordId }]) => this.records.has(recordId));
    const titleIds = [...new Set([...named.map(([titleId]) => titleId), ...this.titles])];
    const taken =
      titleIds.length > MOST_NAMED ? { queueMoved: true, titleIds: [] } : { queueMoved: this.queueMoved, titleIds };
    this.queueMoved = false;
    this.titles.clear();
    for (const [, { recordId }] of named) this.records.delete(recordId);
    for (const recordId of this.records) if (queue?.has(recordId) !== true) this.records.delete(recordId);
    return taken;
  }
}

/** The titles that appeared, disappeared or changed between two digests, by a comparison of entries. */
export function changedEntries<Entry>(
  before: ReadonlyMap<number, Entry>,
  after: ReadonlyMap<number, Entry>,
  same: (one: Entry, other: Entry) => boolean,
): readonly number[] {
  const moved = [...after].filter(([titleId, entry]) => {
    const known = before.get(titleId);
    return known === undefined || !same(known, entry);
  });
  return [...moved.map(([titleId]) => titleId), ...[...before.keys()].filter((titleId) => !after.has(titleId))];
}

/**
 * Replaces entries of a new digest by equal ones of the old digest, so that readers can detect changes by object
 * identity.
 *
 * @param after modified in place
 * @param isPast titles that get a new entry even if it is equal
 * @returns true when all entries are the old ones
 */
export function carryOver<Entry>(
  before: ReadonlyMap<number, Entry>,
  after: Map<number, Entry>,
  same: (one: Entry, other: Entry) => boolean,
  isPast: (titleId: number) => boolean,
): boolean {
  let carried = 0;
  for (const [titleId, entry] of after) {
    const known = before.get(titleId);
    if (known === undefined || isPast(titleId) || !same(known, entry)) continue;
    after.set(titleId, known);
    carried += 1;
  }
  return carried === after.size && carried === before.size;
}

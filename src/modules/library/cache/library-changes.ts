import type { DownloadQueue } from './download-queue.js';

/** Titles that are named one by one; more at once are another library rather than news of this one. */
const MOST_NAMED = 200;

/** What changed in a library. */
export interface TakenChanges {
  /** Did the queue change, or so much that the titles aren't named? */
  readonly queueMoved: boolean;
  /** The titles whose standing is worth reading again. */
  readonly titleIds: readonly number[];
}

type Entries = ReadonlyMap<number, { readonly recordId: number }>;

/** Remembers what changed in a library, until somebody takes it to tell others. */
export class LibraryChanges {
  private queueMoved = false;
  /** Record ids of titles whose rows in the queue changed. */
  private readonly records = new Set<number>();
  /** Ids of titles that one reading of all titles shows otherwise than the one before. */
  private readonly titles = new Set<number>();

  /** Rows of these records came into the queue, left it or moved on in it. */
  noteRecords(recordIds: readonly number[]): void {
    if (recordIds.length > 0) this.queueMoved = true;
    for (const recordId of recordIds) this.records.add(recordId);
  }

  /** All titles were read again, and these came, went or stand otherwise. */
  noteTitles(titleIds: readonly number[]): void {
    for (const titleId of titleIds) this.titles.add(titleId);
    if (this.titles.size <= MOST_NAMED) return;
    this.titles.clear();
    this.queueMoved = true;
  }

  /** Are all records that moved among these titles? */
  canName(digest: Entries | undefined): boolean {
    if (this.records.size === 0) return true;
    const known = new Set([...(digest?.values() ?? [])].map(({ recordId }) => recordId));
    return [...this.records].every((recordId) => known.has(recordId));
  }

  /** The changes until now, each once. A record that can't be named yet waits for as long as it is in the queue. */
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

/** The titles that came, went or stand otherwise from one reading of all titles to the next, by a rule for two entries. */
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
 * Puts the entries of an earlier reading in the place of those of a later one that say the same, so that who remembers
 * an entry can tell by its identity whether it still holds.
 *
 * @param after is changed
 * @param isPast which titles have another entry now even if it says the same
 * @returns true when all entries are those of before: none came, went or says something else
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

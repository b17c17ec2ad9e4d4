import { UNREADABLE_ROWS, type DownloadQueue } from './download-queue.js';

/** The most titles that are named individually; with more changes only the queue is reported as changed. */
const MOST_NAMED = 200;

export interface TakenChanges<Key> {
  /** True when the queue changed, or too many titles did to name them. */
  readonly queueMoved: boolean;
  readonly titleIds: readonly Key[];
}

interface LastDigest<Key, Entry> {
  readonly digest?: ReadonlyMap<Key, Entry>;
  readonly recordsOf: (entry: Entry) => readonly number[];
}

export class LibraryChanges<Key> {
  private queueMoved = false;
  private readonly records = new Set<number>();
  private readonly titles = new Set<Key>();

  noteRecords(recordIds: readonly number[]): void {
    if (recordIds.length > 0) this.queueMoved = true;
    for (const recordId of recordIds) if (recordId !== UNREADABLE_ROWS) this.records.add(recordId);
  }

  noteTitles(titleIds: readonly Key[]): void {
    for (const titleId of titleIds) this.titles.add(titleId);
    if (this.titles.size <= MOST_NAMED) return;
    this.titles.clear();
    this.queueMoved = true;
  }

  canName<Entry>({ digest, recordsOf }: LastDigest<Key, Entry>): boolean {
    if (this.records.size === 0) return true;
    return titlesWith(digest ?? [], this.records, recordsOf).found.size === this.records.size;
  }

  /** The changes since the last call, each once. A record that can't be named yet is kept while it is in the queue. */
  take<Entry>({
    digest,
    queue,
    recordsOf,
  }: LastDigest<Key, Entry> & { readonly queue?: DownloadQueue }): TakenChanges<Key> {
    const named = titlesWith(digest ?? [], this.records, recordsOf);
    const titleIds = [...new Set([...named.titleIds, ...this.titles])];
    const taken =
      titleIds.length > MOST_NAMED ? { queueMoved: true, titleIds: [] } : { queueMoved: this.queueMoved, titleIds };
    this.queueMoved = false;
    this.titles.clear();
    for (const recordId of named.found) this.records.delete(recordId);
    for (const recordId of this.records) if (queue?.has(recordId) !== true) this.records.delete(recordId);
    return taken;
  }
}

export function titlesWith<Key, Entry>(
  digest: Iterable<readonly [Key, Entry]>,
  records: ReadonlySet<number>,
  recordsOf: (entry: Entry) => readonly number[],
): { readonly titleIds: readonly Key[]; readonly found: ReadonlySet<number> } {
  const titleIds: Key[] = [];
  const found = new Set<number>();
  if (records.size === 0) return { titleIds, found };
  for (const [titleId, entry] of digest) {
    const held = recordsOf(entry).filter((recordId) => records.has(recordId));
    if (held.length > 0) titleIds.push(titleId);
    for (const recordId of held) found.add(recordId);
  }
  return { titleIds, found };
}

export function changedEntries<Key, Entry>(
  before: ReadonlyMap<Key, Entry>,
  after: ReadonlyMap<Key, Entry>,
  same: (one: Entry, other: Entry) => boolean,
): readonly Key[] {
  const moved = [...after].filter(([titleId, entry]) => {
    const known = before.get(titleId);
    return known === undefined || !same(known, entry);
  });
  return [...moved.map(([titleId]) => titleId), ...[...before.keys()].filter((titleId) => !after.has(titleId))];
}

/**
 * Replaces entries by equal ones of the old digest, so that readers can detect changes by object identity.
 * @param after modified in place
 * @param isPast titles that get a new entry even if it is equal
 * @returns true when all entries are the old ones
 */
export function carryOver<Key, Entry>(
  before: ReadonlyMap<Key, Entry>,
  after: Map<Key, Entry>,
  same: (one: Entry, other: Entry) => boolean,
  isPast: (titleId: Key) => boolean,
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

/** The most stale titles that are read one by one; with more, the whole library is read. */
const MOST_WAITING = 20;

/** The first and the last report that made a title stale and that no read has covered yet. */
interface Mark {
  readonly from: number;
  readonly to: number;
}

/**
 * Tracks the titles of one library that were reported as changed and have not been read since.
 *
 * Reports are numbered in order. A read covers the reports that came before it began, and no later ones. A reader waits
 * for the reports that came before the reader's call, and no later ones, so that many reports don't delay anybody
 * forever.
 */
export class StaleTitles<Key> {
  private readonly marks = new Map<Key, Mark>();

  /** Are more titles stale than should be read one by one? */
  get areTooMany(): boolean {
    return this.marks.size > MOST_WAITING;
  }

  get isEmpty(): boolean {
    return this.marks.size === 0;
  }

  note(titleId: Key, report: number): void {
    this.marks.set(titleId, { from: this.marks.get(titleId)?.from ?? report, to: report });
  }

  /** Was this title reported and not read since? */
  has(titleId: Key): boolean {
    return this.marks.has(titleId);
  }

  /** The titles that must be read again for a reader who came after `asked` reports. */
  wantedBy(asked: number): readonly Key[] {
    return [...this.marks].filter(([, { from }]) => from <= asked).map(([titleId]) => titleId);
  }

  noteRead(titleId: Key, asOf: number): void {
    const mark = this.marks.get(titleId);
    if (!mark || mark.from > asOf) return;
    if (mark.to <= asOf) this.marks.delete(titleId);
    else this.marks.set(titleId, { from: asOf + 1, to: mark.to });
  }

  /** Records that all titles were read, by a read that began after `asOf` reports. */
  noteReadOfAll(asOf: number): void {
    for (const titleId of this.marks.keys()) this.noteRead(titleId, asOf);
  }

  /** Clears all marks when all cached data is dropped. */
  clear(): void {
    this.marks.clear();
  }
}

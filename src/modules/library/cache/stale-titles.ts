/** The most stale titles that are read one by one; with more, the whole library is read. */
const MOST_WAITING = 20;

/** The first and the last report that made a title stale and that no read has covered yet. */
interface Mark {
  readonly from: number;
  readonly to: number;
}

/**
 * Titles that were reported as changed and not read since. A read covers the reports before it began; a reader waits for those
 * before the reader's call, so that many reports delay nobody forever.
 */
export class StaleTitles<Key> {
  private readonly marks = new Map<Key, Mark>();

  get areTooMany(): boolean {
    return this.marks.size > MOST_WAITING;
  }

  get isEmpty(): boolean {
    return this.marks.size === 0;
  }

  note(titleId: Key, report: number): void {
    this.marks.set(titleId, { from: this.marks.get(titleId)?.from ?? report, to: report });
  }

  has(titleId: Key): boolean {
    return this.marks.has(titleId);
  }

  /** For a reader who came after `asked` reports. */
  wantedBy(asked: number): readonly Key[] {
    return [...this.marks].filter(([, { from }]) => from <= asked).map(([titleId]) => titleId);
  }

  noteRead(titleId: Key, asOf: number): void {
    const mark = this.marks.get(titleId);
    if (!mark || mark.from > asOf) return;
    if (mark.to <= asOf) this.marks.delete(titleId);
    else this.marks.set(titleId, { from: asOf + 1, to: mark.to });
  }

  /** By a read that began after `asOf` reports. */
  noteReadOfAll(asOf: number): void {
    for (const titleId of this.marks.keys()) this.noteRead(titleId, asOf);
  }

  clear(): void {
    this.marks.clear();
  }
}

/** Titles of one library that wait at the same time; past so many it is better read whole. */
const MOST_WAITING = 20;

/** Which reports made a title stale that no renewal has caught up with, by the number of the first and of the last. */
interface Mark {
  readonly from: number;
  readonly to: number;
}

/**
 * Which titles of one library became stale by news of them, and have not been read since?
 *
 * Reports are numbered in the order in which they come. A reading that began after so many reports catches up with
 * these and with no later one, whenever it ends; a reader who came after so many reports waits for these and no later
 * one, so that a storm of them holds nobody up for ever.
 */
export class StaleTitles {
  private readonly marks = new Map<number, Mark>();

  /** Do more titles wait than are read one by one? */
  get areTooMany(): boolean {
    return this.marks.size > MOST_WAITING;
  }

  /** Is there news of none? */
  get isEmpty(): boolean {
    return this.marks.size === 0;
  }

  /** Something has become of a title. */
  note(titleId: number, report: number): void {
    this.marks.set(titleId, { from: this.marks.get(titleId)?.from ?? report, to: report });
  }

  /** Did news of this title come that no reading has caught up with? */
  has(titleId: number): boolean {
    return this.marks.has(titleId);
  }

  /** The titles that a reader may not be told of before they are read again: of news among the first `asked` reports. */
  wantedBy(asked: number): readonly number[] {
    return [...this.marks].filter(([, { from }]) => from <= asked).map(([titleId]) => titleId);
  }

  /** One title was read, by a reading that began after `asOf` reports. */
  renewed(titleId: number, asOf: number): void {
    const mark = this.marks.get(titleId);
    if (!mark || mark.from > asOf) return;
    if (mark.to <= asOf) this.marks.delete(titleId);
    else this.marks.set(titleId, { from: asOf + 1, to: mark.to });
  }

  /** All titles were read, by a reading that began after `asOf` reports. */
  allRenewed(asOf: number): void {
    for (const titleId of this.marks.keys()) this.renewed(titleId, asOf);
  }

  /** Nothing that was read before is kept any more. */
  clear(): void {
    this.marks.clear();
  }
}

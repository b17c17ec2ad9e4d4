import type { LedgerRow } from './ledger-row.js';

/** Rows in an order, found by halving. The work of a change grows with the logarithm, but for moving references along. */
export class SortedRows {
  constructor(
    private readonly order: (one: LedgerRow, other: LedgerRow) => number,
    private readonly rows: LedgerRow[] = [],
  ) {}

  get size(): number {
    return this.rows.length;
  }

  /** Those rows for which the test holds, in the same order. */
  filtered(test: (row: LedgerRow) => boolean): SortedRows {
    return new SortedRows(this.order, this.rows.filter(test));
  }

  /**
   * A part of them.
   *
   * @param skip how many to pass over, from the front or, descending, from the back
   */
  page({
    skip,
    take,
    descending,
  }: {
    readonly skip: number;
    readonly take: number;
    readonly descending: boolean;
  }): LedgerRow[] {
    const { rows } = this;
    if (!descending) return rows.slice(skip, skip + take);
    const end = Math.max(0, rows.length - skip);
    return rows.slice(Math.max(0, end - take), end).reverse();
  }

  /** One row takes the place of another; undefined for none. */
  replace(before: LedgerRow | undefined, after: LedgerRow | undefined): void {
    if (before && after && this.order(before, after) === 0) {
      this.rows[this.placeOf(before)] = after;
      return;
    }
    if (before) this.rows.splice(this.placeOf(before), 1);
    if (after) this.add(after);
  }

  private add(row: LedgerRow): void {
    const last = this.rows.at(-1);
    if (last === undefined || this.order(last, row) < 0) this.rows.push(row);
    else this.rows.splice(this.placeOf(row), 0, row);
  }

  /** Where this row is, or would be. */
  private placeOf(row: LedgerRow): number {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.order(this.rows[middle] as LedgerRow, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

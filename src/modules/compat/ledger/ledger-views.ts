import { isSelected, type Selection } from './ledger-filter.js';
import { ORDERS, type LedgerRow, type LedgerSort } from './ledger-row.js';

/** Rows in an order, found by halving. The work of a change grows with the logarithm, but for moving references along. */
class SortedRows {
  constructor(
    private readonly order: (one: LedgerRow, other: LedgerRow) => number,
    private readonly rows: LedgerRow[],
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

/** The most lists that are kept in order beside the two of all requests. The least recently read are dropped first. */
const MOST_VIEWS = 32;

/** After so many changes without a reader, the lists are dropped and sorted anew by the next one. */
const MOST_CHANGES = 500;

interface View {
  readonly selection: Selection;
  readonly rows: SortedRows;
}

/**
 * Lists of requests that are kept in order while requests change, so that a page costs its own length, wherever in the
 * list it is. A list is sorted when it is first read, and follows each change from then on.
 */
export class LedgerViews {
  /** In order of use. The two of all requests are kept apart, since the others are taken from them. */
  private readonly views = new Map<string, View>();
  private readonly all = new Map<LedgerSort, SortedRows>();
  private unread = 0;

  /** @param rows all requests, in no order; each list is taken from them */
  constructor(private readonly rows: ReadonlyMap<number, LedgerRow>) {}

  /** The list of a selection, for the moment of the call. */
  of(selection: Selection, sort: LedgerSort): SortedRows {
    const { filter, mediaType, requestedBy } = selection;
    this.unread = 0;
    if (filter === 'all' && mediaType === null && requestedBy === null) return this.allBy(sort);
    const key = `${sort} ${filter} ${mediaType ?? ''} ${requestedBy ?? ''}`;
    const view = this.views.get(key) ?? {
      selection,
      rows: this.allBy(sort).filtered((row) => isSelected(row, selection)),
    };
    this.views.delete(key);
    this.views.set(key, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MOST_VIEWS && oldest !== undefined) this.views.delete(oldest);
    return view.rows;
  }

  /** One row takes the place of another; undefined for none. */
  replace(before: LedgerRow | undefined, after: LedgerRow | undefined): void {
    if (this.all.size === 0) return;
    this.unread += 1;
    if (this.unread > MOST_CHANGES) {
      this.all.clear();
      this.views.clear();
      return;
    }
    for (const rows of this.all.values()) rows.replace(before, after);
    for (const { selection, rows } of this.views.values()) {
      const [left, came] = [before, after].map((row) => (row && isSelected(row, selection) ? row : undefined));
      rows.replace(left, came);
    }
  }

  private allBy(sort: LedgerSort): SortedRows {
    const known = this.all.get(sort);
    if (known) return known;
    const order = ORDERS[sort];
    const sorted = new SortedRows(order, [...this.rows.values()].sort(order));
    this.all.set(sort, sorted);
    return sorted;
  }
}

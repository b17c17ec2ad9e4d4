import { isSelected, type Selection } from './ledger-filter.js';
import { ORDERS, type LedgerRow, type LedgerSort } from './ledger-row.js';

/** Rows in an order, found by halving. The work of a change grows with the logarithm, but for moving references along. */
class SortedRows {
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

/** The most lists that are kept up to date beside the two of all requests. The least recently read go first. */
const MOST_VIEWS = 32;

/** Past so many changes that nobody has looked at, the lists are made anew by the next reader. */
const MOST_CHANGES = 500;

interface View {
  readonly selection: Selection;
  readonly rows: SortedRows;
}

/**
 * Lists of requests that are kept in order while requests change, so that a page costs its own length, wherever in the
 * list it is. All requests stand in both orders at all times. Any other list is made when it is first read and follows the
 * changes from then on.
 */
export class LedgerViews {
  private readonly all = { added: new SortedRows(ORDERS.added), modified: new SortedRows(ORDERS.modified) };
  /** In order of use. */
  private readonly views = new Map<string, View>();
  private unread = 0;

  /** The list of a selection. It follows what changes until others are read. */
  of(selection: Selection, sort: LedgerSort): SortedRows {
    const { filter, mediaType, requestedBy } = selection;
    if (filter === 'all' && mediaType === null && requestedBy === null) return this.all[sort];
    if (this.unread > MOST_CHANGES) this.views.clear();
    this.unread = 0;
    const key = `${sort} ${filter} ${mediaType ?? ''} ${requestedBy ?? ''}`;
    const view = this.views.get(key) ?? {
      selection,
      rows: this.all[sort].filtered((row) => isSelected(row, selection)),
    };
    this.views.delete(key);
    this.views.set(key, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MOST_VIEWS && oldest !== undefined) this.views.delete(oldest);
    return view.rows;
  }

  /** One row takes the place of another; undefined for none. */
  replace(before: LedgerRow | undefined, after: LedgerRow | undefined): void {
    this.all.added.replace(before, after);
    this.all.modified.replace(before, after);
    this.unread += 1;
    if (this.unread > MOST_CHANGES) return;
    for (const { selection, rows } of this.views.values()) {
      const [left, came] = [before, after].map((row) => (row && isSelected(row, selection) ? row : undefined));
      rows.replace(left, came);
    }
  }
}

import { isSelected, type Selection } from './ledger-filter.js';
import { ORDERS, type LedgerRow, type LedgerSort } from './ledger-row.js';
import { SortedRows } from './sorted-rows.js';

/** The most lists that are kept up to date beside the two of all requests. The least recently read go first. */
const MOST_VIEWS = 32;

/** Past so many changes that nobody has looked at, the lists are made anew by whoever reads them next. */
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

import { describe, expect, it } from 'vitest';
import type { Selection } from './ledger-filter.js';
import { ORDERS, type LedgerRow } from './ledger-row.js';
import { LedgerViews } from './ledger-views.js';

const ALL: Selection = { filter: 'all', mediaType: null, requestedBy: null };

/** Lists over so many requests, of 40 accounts in turn. */
function listsOf(count: number) {
  const rows = new Map<number, LedgerRow>();
  const views = new LedgerViews(rows);
  const put = (id: number, modifiedAt: number): void => {
    const entry = { id, userId: id % 40, mediaType: 'movie' } as LedgerRow['entry'];
    const row: LedgerRow = { entry, modifiedAt, status: 2, media: 3 };
    views.replace(rows.get(id), row);
    rows.set(id, row);
  };
  for (let id = 1; id <= count; id += 1) put(id, count - id);
  const page = (selection: Selection): readonly LedgerRow[] =>
    views.of(selection, 'modified').page({ skip: 0, take: count * 2, descending: false });
  const scan = ({ requestedBy }: Selection): readonly LedgerRow[] =>
    [...rows.values()].filter(({ entry }) => (requestedBy ?? entry.userId) === entry.userId).sort(ORDERS.modified);
  return { put, page, scan };
}

describe('lists of requests', () => {
  it('are right when more of them are read than are kept, before and after changes', () => {
    const { put, page, scan } = listsOf(200);
    for (const moment of [1_000, 2_000]) {
      for (let requestedBy = 0; requestedBy < 40; requestedBy += 1) {
        put(1 + requestedBy, moment + requestedBy);
        expect(page({ ...ALL, requestedBy })).toEqual(scan({ ...ALL, requestedBy }));
      }
      expect(page(ALL)).toEqual(scan(ALL));
    }
  });

  it.each([499, 500, 501, 600])('are right after %i changes without a reader, and follow those after it', (changes) => {
    const { put, page, scan } = listsOf(50);
    const ana: Selection = { ...ALL, requestedBy: 3 };
    expect([page(ALL), page(ana)]).toEqual([scan(ALL), scan(ana)]);
    for (let change = 0; change < changes; change += 1) put(1 + (change % 60), 10_000 + change);
    expect([page(ALL), page(ana)]).toEqual([scan(ALL), scan(ana)]);
    put(3, 5);
    expect([page(ALL), page(ana)]).toEqual([scan(ALL), scan(ana)]);
  });
});

import { describe, expect, it } from 'vitest';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { planBookDelivery } from './plan-book-delivery.js';

const records = (monitored: boolean, hasFile = false) => ({ recordIds: [7, 8], monitored, hasFile });
const MUTATIONS = [null, 'add', 'import', 'monitor_and_search', 'searched'] as const;
const REQUESTED = { kind: 'done', status: 'requested' };
const SEARCH = { kind: 'search', recordId: 7 };

describe('planBookDelivery', () => {
  it.each(MUTATIONS)(
    'doc2 §4 rule 6: without a record it is added; with a file nothing is sent (begun: %s)',
    (mutation) => {
      const begun = { mutation, searches: 0 };
      expect(planBookDelivery(null, begun)).toEqual({ kind: 'add' });
      expect(planBookDelivery({ ...records(false), recordIds: [] }, begun)).toEqual({ kind: 'add' });
      for (const monitored of [true, false])
        expect(planBookDelivery(records(monitored, true), begun)).toEqual({ kind: 'done', status: 'available' });
    },
  );

  it.each(MUTATIONS)(
    'doc2 §4 rule 6: a record that is not watched is watched and searched for (begun: %s)',
    (mutation) => {
      const plan = planBookDelivery(records(false), { mutation, searches: 0 });
      expect(plan).toEqual({ kind: 'monitor_and_search', recordId: 7 });
    },
  );

  it.each<readonly [string, LibraryMutation | null, number, object]>([
    ['somebody else watches it', null, 0, REQUESTED],
    ['an addition without an answer may have been an import', 'add', 1, SEARCH],
    ['its search was sent', 'searched', 0, REQUESTED],
    ['an import searches for nothing', 'import', 0, SEARCH],
    ['the search was not begun', 'monitor_and_search', 0, SEARCH],
    ['the search may have been sent', 'monitor_and_search', 1, SEARCH],
    ['the search may have been sent twice', 'monitor_and_search', 2, REQUESTED],
  ])('issue 20 §3: a watched record is searched for once, and twice at most: %s', (_, mutation, searches, plan) => {
    expect(planBookDelivery(records(true), { mutation, searches })).toEqual(plan);
  });
});

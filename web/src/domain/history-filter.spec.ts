import { describe, expect, it } from 'vitest';
import { historyFilter, historyMembers, type HistoryFilter } from './history-filter.js';

describe('doc4 §1.4, design §1: the filters of the history stand in the address', () => {
  it.each<[string, HistoryFilter]>([
    ['', {}],
    ['q=+harbor+&kind=tv&decision=denied&person=7', { q: 'harbor', media_type: 'tv', decision: 'denied', user_id: 7 }],
    ['kind=radio&decision=maybe&person=0', {}],
    ['person=1e3', {}],
    ['person=12345678901', {}],
    [`q=${'x'.repeat(300)}`, { q: 'x'.repeat(200) }],
  ])('?%s', (query, filter) => {
    expect(historyFilter(new URLSearchParams(query))).toEqual(filter);
  });

  it('an address that is made of a filter names that filter', () => {
    for (const filter of [{}, { q: 'a&b=c', decision: 'cancelled' }, { media_type: 'book', user_id: 12 }] as const)
      expect(historyFilter(new URLSearchParams(historyMembers(filter)))).toEqual(filter);
  });
});

import { describe, expect, it } from 'vitest';
import { askersOf, filtered, NO_FILTER } from './queue-filter.js';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const all = [
  { title: 'Amélie', username: 'ana', user_id: 2, media_type: 'movie', requested_at: '2026-11-20T12:00:00Z' },
  { title: 'Metropolis', username: 'Grace', user_id: 3, media_type: 'tv', requested_at: '2026-11-29T12:00:00Z' },
];

describe('issue 46: what waits for an administrator is filtered', () => {
  it.each([
    ['nothing', {}, ['Amélie', 'Metropolis']],
    ['text', { text: 'amelie' }, ['Amélie']],
    ['kind', { kind: 'tv' }, ['Metropolis']],
    ['person', { person: '2' }, ['Amélie']],
    ['a day or longer', { days: '1' }, ['Amélie', 'Metropolis']],
    ['a week or longer', { days: '7' }, ['Amélie']],
    ['a month or longer', { days: '30' }, []],
    ['kind and person', { kind: 'tv', person: '2' }, []],
  ])('by %s', (_, chosen, titles) => {
    expect(filtered(all, { ...NO_FILTER, ...chosen }, NOW).map(({ title }) => title)).toEqual(titles);
  });

  it('everybody is offered once, by name', () => {
    expect(askersOf([...all, ...all].toReversed())).toEqual([
      { id: 2, name: 'ana' },
      { id: 3, name: 'Grace' },
    ]);
  });
});

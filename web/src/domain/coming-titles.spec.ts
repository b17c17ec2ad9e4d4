import { expect, it } from 'vitest';
import { comingTitles } from './coming-titles.js';

it('issue 46: what comes has its day, the nearest first, and what has none comes last', () => {
  const results = [
    { id: 1, title: 'No day', release_date: '' },
    { id: 2, title: 'Later', release_date: '2026-07-02' },
    { id: 3, title: 'Soon', release_date: '2026-06-25' },
    { id: 4, title: 'No such day', release_date: '2026-19-45' },
  ];
  expect(comingTitles({ results }, 'movie', 'en-GB').map(({ title, day }) => [title, day])).toEqual([
    ['Soon', '25 June'],
    ['Later', '2 July'],
    ['No day', undefined],
    ['No such day', undefined],
  ]);
  const [show] = comingTitles({ results: [{ id: 1, name: 'Show', first_air_date: '2026-08-01' }] }, 'tv', 'de-DE');
  expect(show?.day).toBe('1. August');
});

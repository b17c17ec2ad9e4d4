import { describe, expect, it } from 'vitest';
import { seasonPicks } from './season-picks.js';

const listed = [
  { season_number: 0, episode_count: 3 },
  { season_number: 2, episode_count: 10, air_date: '1915-02-01' },
  { season_number: 1, episode_count: 14, air_date: '1914-12-28' },
  { season_number: 3, air_date: null },
];
const reading = {
  status: 'partial' as const,
  status_known: true,
  seasons: [
    { season_number: 0, status: 'available' as const },
    { season_number: 1, status: 'available' as const },
    { season_number: 2, status: 'downloading' as const },
  ],
};

describe('issue 46: the seasons in the dialog of a request', () => {
  it('say what there is of each, and the specials are shown last and never offered', () => {
    expect(seasonPicks(listed, reading)).toEqual([
      { number: 1, episodes: 14, year: '1914', state: 'available', isOpen: false },
      { number: 2, episodes: 10, year: '1915', state: 'downloading', isOpen: false },
      { number: 3, episodes: undefined, year: '', state: undefined, isOpen: true },
      { number: 0, episodes: 3, year: '', state: 'available', isOpen: false },
    ]);
  });

  it('are all open but the specials where nothing is known of them', () => {
    const open = (status: Parameters<typeof seasonPicks>[1]) =>
      seasonPicks(listed, status).flatMap(({ number, isOpen }) => (isOpen ? [number] : []));
    expect(open(undefined)).toEqual([1, 2, 3]);
    expect(open({ ...reading, status_known: false })).toEqual([1, 2, 3]);
    expect(seasonPicks(listed, { ...reading, status_known: false })[0]?.state).toBe('unknown');
    expect(seasonPicks([null, { season_number: 'one' }], undefined)).toEqual([]);
    expect(seasonPicks(undefined, undefined)).toEqual([]);
  });
});

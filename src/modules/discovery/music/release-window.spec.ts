import { describe, expect, it } from 'vitest';
import type { MusicItem } from './music-item.js';
import { newestFirst, withinWindow } from './release-window.js';

const TODAY = '2026-03-10';

const item = (id: string, releaseDate: string, title = id): MusicItem => ({
  id,
  title,
  artist: 'Glass Meridian',
  releaseType: 'album',
  releaseDate,
  mayHaveCover: true,
});

describe('doc2 §4 music: new releases', () => {
  it.each(['2026-03-10', '2026-03-09', '2026-02-08'])('%s is within the past 30 calendar days', (date) => {
    expect(withinWindow(date, TODAY)).toBe(true);
  });

  it.each([
    ['to come', '2026-03-11'],
    ['to come in a year', '2027-03-01'],
    ['too long ago', '2026-02-07'],
    ['a month', '2026-03'],
    ['a year', '2026'],
    ['nothing', ''],
    ['unknown', undefined],
    ['no day of the calendar', '2026-02-30'],
    ['no date', '2026-03-0x'],
    ['a moment', '2026-03-09T00:00:00Z'],
  ])('what is %s is not: %s', (_, date) => {
    expect(withinWindow(date, TODAY)).toBe(false);
  });

  it('stand newest first, by title on the same day, and each once by its newest date', () => {
    const items = [
      item('a', '2026-03-01', 'B'),
      item('b', '2026-03-01', 'A'),
      item('c', '2026-02-20'),
      item('c', '2026-03-05'),
      item('d', '2026-02-21'),
    ];
    expect(newestFirst(items).map(({ id, releaseDate }) => `${id} ${releaseDate ?? ''}`)).toEqual([
      'c 2026-03-05',
      'b 2026-03-01',
      'a 2026-03-01',
      'd 2026-02-21',
    ]);
  });
});

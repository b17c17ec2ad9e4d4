import { describe, expect, it } from 'vitest';
import { dayInWords, daysFrom, namedDay, relativeTime } from './relative-time.js';

const NOW = Date.UTC(2026, 5, 15, 12);
const MINUTE = 60_000;

describe('issue 22: a moment in words', () => {
  it.each([
    [0, 'this minute'],
    [-10 * MINUTE, '10 minutes ago'],
    [-90 * MINUTE, '1 hour ago'],
    [-26 * 60 * MINUTE, 'yesterday'],
    [-6 * 24 * 60 * MINUTE, '6 days ago'],
    [5 * MINUTE, 'in 5 minutes'],
    [-8 * 24 * 60 * MINUTE, 'Jun 7, 2026'],
  ])('%i ms from now is "%s"', (distance, words) => {
    expect(relativeTime(NOW + distance, NOW, 'en-US')).toBe(words);
  });
});

it('design §6: a day has no zone', () => {
  expect(dayInWords('1988-04-02', 'en-GB')).toBe('2 April 1988');
  expect(dayInWords('1988-99-02', 'en-GB')).toBe('1988-99-02');
});

describe('issue 46: a day in words', () => {
  const noon = (day: number, month = 5, year = 2026) => new Date(year, month, day, 12).getTime();
  it.each([
    [noon(15), 'today', true],
    [noon(16), 'tomorrow', true],
    [noon(14), 'yesterday', true],
    [noon(12), 'Friday', false],
    [noon(20), 'Saturday', false],
    [noon(3), '3 June', false],
    [noon(3, 5, 2025), '3 June 2025', false],
  ])('%i is "%s"', (at, words, isNear) => {
    expect(namedDay(at, noon(15), 'en-GB')).toEqual({ words, isNear });
  });

  it('begins at midnight where the reader is', () => {
    const evening = new Date(2026, 5, 14, 23, 59).getTime();
    expect(daysFrom(new Date(2026, 5, 15, 0, 1).getTime(), evening)).toBe(-1);
  });
});

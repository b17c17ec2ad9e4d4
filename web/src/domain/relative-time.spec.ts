import { describe, expect, it } from 'vitest';
import { dayInWords, relativeTime } from './relative-time.js';

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

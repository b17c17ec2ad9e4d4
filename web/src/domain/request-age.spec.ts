import { describe, expect, it } from 'vitest';
import { agedRows, requestAge } from './request-age.js';

/** A Wednesday. */
const NOW = new Date(2026, 5, 17, 12).getTime();
const noon = (month: number, day: number, year = 2026) => new Date(year, month, day, 12).getTime();

describe('issue 46: requests are parted by weeks, then by months', () => {
  it.each([
    [noon(5, 17), 'this-week'],
    [noon(5, 15), 'this-week'],
    [noon(5, 14), 'last-week'],
    [noon(5, 8), 'last-week'],
    [noon(5, 7), '2026-06'],
    [noon(11, 31, 2025), '2025-12'],
    // Clocks differ.
    [noon(5, 18), 'this-week'],
  ])('%i is %s', (at, expected) => {
    const age = requestAge(at, NOW);
    expect(age.of === 'month' ? age.month : age.of).toBe(expected);
  });

  it('says which rows begin and end a part', () => {
    const row = (request_id: number, at: number) => ({ request_id, requested_at: new Date(at).toISOString() });
    const rows = [row(3, noon(5, 17)), row(2, noon(5, 15)), row(1, noon(5, 9))];
    expect([...agedRows(rows, NOW)]).toEqual([
      [3, { begins: { of: 'this-week' }, isLast: false }],
      [2, { begins: undefined, isLast: true }],
      [1, { begins: { of: 'last-week' }, isLast: true }],
    ]);
  });
});

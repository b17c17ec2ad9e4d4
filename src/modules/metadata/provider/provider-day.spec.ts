import { describe, expect, it } from 'vitest';
import { dayOf, yearOf } from './provider-day.js';

const NO_DAYS = ['', null, undefined, 'soon', '2024', '2024-5-1', '12024-05-10', '2024-05-10T00:00:00Z', '2024-13-01'];

describe('a day of the provider', () => {
  it.each(['2024-05-10', '2024-02-29', '1895-12-28', '0001-01-01'])('%s is kept as it is', (day) => {
    expect(dayOf(day)).toBe(day);
  });

  it.each([...NO_DAYS, '2024-02-31', '2023-02-29', '2024-00-00'])('%j is none', (day) => {
    expect([dayOf(day), yearOf(day)]).toEqual([null, null]);
  });

  it('is in the year that it names', () => {
    expect([yearOf('2024-12-31'), yearOf('2025-01-01'), yearOf('0987-01-01')]).toEqual([2024, 2025, 987]);
  });
});

import { describe, expect, it } from 'vitest';
import { budgeted, budgetedRatio, unbudgeted } from './reading.js';
import { verdictOf } from './verdict.js';

describe('verdict about a reading', () => {
  const figure = budgeted('a route', 'ms', 2);
  const ratio = budgetedRatio('a page', 'ms', 2);

  it.each([
    ['within', [1, 9, 0.5]],
    ['within', [2]],
    ['OVER', [2.1]],
  ] as const)('%s, by the median of %j against a budget of 2', (verdict, measured) => {
    expect(verdictOf({ ...figure, measured, floor: [100] })).toBe(verdict);
  });

  it.each([
    ['within', [5]],
    ['OVER', [4]],
    ['OVER', []],
  ] as const)('%s, where the ratio of 10 to the floor of %j is what counts', (verdict, floor) => {
    expect(verdictOf({ ...ratio, measured: [10], floor })).toBe(verdict);
  });

  it('a figure without a budget is never over it', () => {
    expect(verdictOf({ ...unbudgeted('a stall', 'ms'), measured: [1_000], floor: [] })).toBe('unbudgeted');
  });
});

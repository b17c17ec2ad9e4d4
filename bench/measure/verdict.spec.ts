import { describe, expect, it } from 'vitest';
import { budgeted, budgetedRatio, unbudgeted } from './reading.js';
import { verdictOf } from './verdict.js';

describe('verdict about a reading', () => {
  const figure = budgeted('a route', 'ms', 2, 1);
  const ratio = budgetedRatio('a page', 'ms', 2, 1);

  it.each([
    ['goal', [1, 9, 0.5]],
    ['budget', [1.1]],
    ['budget', [2]],
    ['OVER', [2.1]],
  ] as const)('%s, by the median of %j against a budget of 2 and a goal of 1', (verdict, measured) => {
    expect(verdictOf({ ...figure, measured, floor: [100] })).toBe(verdict);
  });

  it.each([
    ['goal', [10]],
    ['budget', [5]],
    ['OVER', [4]],
    ['OVER', []],
  ] as const)('%s, where the ratio of 10 to the floor of %j is what counts', (verdict, floor) => {
    expect(verdictOf({ ...ratio, measured: [10], floor })).toBe(verdict);
  });

  it('a figure without a budget is never over it', () => {
    expect(verdictOf({ ...unbudgeted('a stall', 'ms'), measured: [1_000], floor: [] })).toBe('unbudgeted');
  });
});

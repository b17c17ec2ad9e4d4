import { describe, expect, it } from 'vitest';
import { groupBy } from './group-by.js';

describe('groupBy', () => {
  it('keeps the order of the groups and of the values in each', () => {
    const groups = groupBy([7, 2, 5, 4, 1], (value) => value % 2);
    expect([...groups]).toEqual([
      [1, [7, 5, 1]],
      [0, [2, 4]],
    ]);
  });

  it('has no group for a key that no value has', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});

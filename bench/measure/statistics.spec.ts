import { describe, expect, it } from 'vitest';
import { median, ratioOf, spread } from './statistics.js';

describe('statistics of rounds', () => {
  it.each([
    [[3], 3],
    [[10, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('the median of %j is %d, in whatever order they come', (figures, middle) => {
    expect(median(figures)).toBe(middle);
  });

  it('nothing has no median', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('the spread is the way from the best round to the worst, as a part of the median', () => {
    expect(spread([9, 10, 11])).toBeCloseTo(0.2);
    expect(spread([5])).toBe(0);
    expect(spread([0, 0])).toBe(0);
  });

  it('the ratio is that of the medians, so that a bad round of either side does not move it', () => {
    expect(ratioOf({ measured: [10, 10, 99], floor: [2, 50, 2] })).toBe(5);
  });

  it.each([[[]], [[0]]])('without a floor (%j) there is no ratio', (floor) => {
    expect(ratioOf({ measured: [1], floor })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { typedCount } from './typed-number.js';

describe('doc4 §1.18: an allowance is a whole number up to a million', () => {
  it.each([
    ['0', 0],
    [' 3 ', 3],
    ['1000000', 1_000_000],
    ['1000001', undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['three', undefined],
  ])('%j is %j', (typed, count) => {
    expect(typedCount(typed)).toBe(count);
  });
});

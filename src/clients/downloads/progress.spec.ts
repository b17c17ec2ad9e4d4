import { describe, expect, it } from 'vitest';
import { progressOf } from './progress.js';

describe('doc 4 §6.3: the progress of a download', () => {
  it.each([
    [1_536, 384, 75],
    [3, 2, 33.33],
    [0, 0, 0],
    [0, 5, 0],
    [10, 0, 100],
    [10, 20, 0],
    [10, -1, 100],
  ])('of %d bytes with %d left is %d', (size, left, progress) => {
    expect(progressOf(size, left)).toBe(progress);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, doubling } from './back-off.js';

const attempts = fc.integer({ min: -1, max: 10_000 });
const LOOKS = { waits: doubling(10, 60), longestAsked: 100 };

describe('the wait before the next attempt', () => {
  it('is that of its number, and the last one for every further attempt', () => {
    expect([1, 2, 3, 4, 5, 10_000].map((made) => backOff(LOOKS, made))).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('counts no attempt as the first', () => {
    expect([backOff(LOOKS, 0), backOff(LOOKS, -1)]).toEqual([10, 10]);
  });

  it('doubles up to the longest, which needn’t be one of those', () => {
    expect([doubling(10, 40), doubling(10, 45), doubling(10, 10), doubling(10, 5)]).toEqual([
      [10, 20, 40],
      [10, 20, 40, 45],
      [10],
      [5],
    ]);
  });

  it('is never shorter than the one before, nor than ours, nor longer than ours and what may be asked for', () => {
    fc.assert(
      fc.property(attempts, fc.nat({ max: 200 }), (made, asked) => {
        const wait = backOff(LOOKS, made, asked);
        const own = backOff(LOOKS, made);
        return wait === Math.max(own, Math.min(asked, 100)) && backOff(LOOKS, made + 1, asked) >= wait;
      }),
    );
  });
});

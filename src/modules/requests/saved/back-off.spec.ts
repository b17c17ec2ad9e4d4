import { describe, expect, it } from 'vitest';
import { brokenOffWait, lookWait, MOST_ATTEMPTS, retryWait } from './back-off.js';

const MINUTE = 60_000;
const A_DAY = 24 * 60 * MINUTE;
const SIX_HOURS = 360 * MINUTE;

describe('the wait before the next attempt at a delivery', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 16],
    [6, 32],
    [7, 64],
    [8, 128],
    [9, 256],
    [10, 360],
    [MOST_ATTEMPTS, 360],
  ])('doc 4 section 1.17: one minute, doubling, at most six hours (attempt %i: %i min)', (made, minutes) => {
    expect(retryWait(made)).toBe(minutes * MINUTE);
  });

  it('doc 4 section 1.17: respects a longer wait that the manager asks for, and ignores a shorter one', () => {
    expect(retryWait(1, 90_000)).toBe(90_000);
    expect(retryWait(1, 5_000)).toBe(MINUTE);
    expect(retryWait(20, SIX_HOURS + 1)).toBe(SIX_HOURS + 1);
  });

  it('respects a requested wait up to a day, so that no request is delayed forever', () => {
    expect(retryWait(50, Number.MAX_SAFE_INTEGER)).toBe(A_DAY);
  });

  it.each([
    [0, 10],
    [1, 10],
    [2, 20],
    [3, 40],
    [12, 20_480],
    [13, 21_600],
    [MOST_ATTEMPTS, 21_600],
  ])(
    'doc4 §1.17: a manager at work is looked at after 10 s, doubling, at most six hours (attempt %i: %i s)',
    (made, seconds) => {
      expect(lookWait(made)).toBe(seconds * 1_000);
    },
  );

  it('is nothing where our storage broke off the first attempt, then one attempt behind', () => {
    expect([1, 2, 3, 4].map((made) => brokenOffWait(made) / MINUTE)).toEqual([0, 1, 2, 4]);
  });

  it('doc 4 section 1.17: is the last after 50 attempts, when a person must look', () => {
    expect(MOST_ATTEMPTS).toBe(50);
  });
});

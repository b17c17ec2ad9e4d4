import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { backOff, brokenOffBackOff, MOST_ATTEMPTS, waitingBackOff } from './back-off.js';

const MINUTE = 60_000;
const A_DAY = 24 * 60 * 60_000;
const SIX_HOURS = 360 * MINUTE;
const attempts = fc.integer({ min: 1, max: 10_000 });

describe('backOff', () => {
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
    expect(backOff(made)).toBe(minutes * MINUTE);
  });

  it('doc 4 section 1.17: never less than a minute, never more than six hours, never shorter than before', () => {
    fc.assert(
      fc.property(attempts, (made) => {
        const wait = backOff(made);
        return wait >= MINUTE && wait <= SIX_HOURS && backOff(made + 1) >= wait;
      }),
    );
  });

  it('respects a requested wait up to a day, so that no request is delayed forever', () => {
    expect(backOff(1, A_DAY)).toBe(A_DAY);
    expect(backOff(1, A_DAY + 1)).toBe(A_DAY);
    expect(backOff(50, Number.MAX_SAFE_INTEGER)).toBe(A_DAY);
  });

  it('doc 4 section 1.17: respects a longer wait that the manager asks for, and ignores a shorter one', () => {
    expect(backOff(1, 90_000)).toBe(90_000);
    expect(backOff(1, 5_000)).toBe(MINUTE);
    expect(backOff(20, SIX_HOURS + 1)).toBe(SIX_HOURS + 1);
    fc.assert(
      fc.property(
        attempts,
        fc.nat({ max: A_DAY }),
        (made, asked) => backOff(made, asked) === Math.max(backOff(made), asked),
      ),
    );
  });

  it('counts no attempt as the first', () => {
    expect(backOff(0)).toBe(MINUTE);
  });
});

describe('waitingBackOff', () => {
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
      expect(waitingBackOff(made)).toBe(seconds * 1_000);
    },
  );
});

describe('brokenOffBackOff', () => {
  it('is nothing after the first attempt, then one attempt behind the back-off', () => {
    expect([1, 2, 3, 4].map((made) => brokenOffBackOff(made) / MINUTE)).toEqual([0, 1, 2, 4]);
  });
});

describe('MOST_ATTEMPTS', () => {
  it('doc 4 section 1.17: a person must look after 50 attempts', () => {
    expect(MOST_ATTEMPTS).toBe(50);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rfc3339 } from './rfc3339.js';

const LAST = 8.64e15;
const DAY_MS = 86_400_000;

const byDate = (epochMs: number): string => new Date(epochMs).toISOString();

describe('a time on the wire (doc4 §0)', () => {
  it('is RFC 3339 in UTC, to the millisecond', () => {
    expect(rfc3339(Date.UTC(2026, 0, 31, 19, 5, 9, 7))).toBe('2026-01-31T19:05:09.007Z');
  });

  it('is what Date makes of it, whenever it is', () => {
    const times = fc.oneof(
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: -LAST, max: LAST }),
      fc.double({ min: -LAST, max: LAST, noNaN: true }),
    );
    fc.assert(fc.property(times, (epochMs) => rfc3339(epochMs) === byDate(epochMs)));
  });

  it.each([
    0,
    1,
    -1,
    -0,
    DAY_MS - 1,
    DAY_MS,
    Date.UTC(2024, 1, 29),
    253_402_300_799_999,
    253_402_300_800_000,
    LAST,
    -LAST,
  ])('is what Date makes of it at the edge %d', (epochMs) => {
    expect(rfc3339(epochMs)).toBe(byDate(epochMs));
  });

  it('is right again for days that more other days than are kept have come between', () => {
    const written = Array.from({ length: 10_000 }, (_, day) => rfc3339(day * DAY_MS + day));
    expect(written).toEqual(Array.from({ length: 10_000 }, (_, day) => byDate(day * DAY_MS + day)));
    expect(rfc3339(0)).toBe(byDate(0));
  });

  it.each([Number.NaN, Infinity, LAST + 1])('is refused when it is none: %d', (epochMs) => {
    expect(() => rfc3339(epochMs)).toThrow(RangeError);
  });
});

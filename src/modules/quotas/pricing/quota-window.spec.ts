import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AllowanceModel } from '../../../../test/models/allowance-model.js';
import { WINDOW_DAYS, type AllowanceRule } from '../rules/allowance-rule.js';
import { expiriesAfter, expiryOf, LONGEST_WINDOW_MS, windowUsage } from './quota-window.js';

const DAY = 86_400_000;
const T = Date.UTC(2026, 0, 1);

describe('a window', () => {
  describe.each(WINDOW_DAYS)('of %j days', (windowDays) => {
    const rule: AllowanceRule = { count: 1, windowDays };
    const edge = T + windowDays * DAY;

    it('doc 2 section 4 rule 2: still counts a charge a millisecond before its end', () => {
      expect(windowUsage(rule, [T], edge - 1)).toEqual({
        used: 1,
        remaining: 0,
        nextReplenishesAt: edge,
        fullyReplenishesAt: edge,
        nextChangeAt: edge,
      });
    });

    it.each([0, 1])('doc 2 section 4 rule 2: counts it no more at its end and after (%j ms)', (after) => {
      expect(windowUsage(rule, [T], edge + after)).toEqual({
        used: 0,
        remaining: 1,
        nextReplenishesAt: null,
        fullyReplenishesAt: null,
        nextChangeAt: null,
      });
    });
  });

  it.each([
    ['the leap day of 2028', Date.UTC(2028, 1, 28, 12)],
    ['the night in which clocks in Europe go forward', Date.UTC(2026, 2, 28, 12)],
    ['the night in which clocks in Europe go back', Date.UTC(2026, 9, 24, 12)],
    ['the end of a year', Date.UTC(2026, 11, 31, 12)],
  ])('doc 2 section 4 rule 2: is elapsed time, across %s as well', (_night, chargedAt) => {
    for (const windowDays of WINDOW_DAYS)
      expect(expiryOf(chargedAt, { count: 1, windowDays }) - chargedAt).toBe(windowDays * 86_400_000);
  });

  it('is never longer than the longest', () => {
    for (const windowDays of WINDOW_DAYS)
      expect(expiryOf(0, { count: 1, windowDays })).toBeLessThanOrEqual(LONGEST_WINDOW_MS);
  });

  it('counts a charge of the future, as after a clock that was set back', () => {
    expect(windowUsage({ count: 1, windowDays: 1 }, [T + 5], T)).toMatchObject({ used: 1, remaining: 0 });
  });
});

describe('windowUsage', () => {
  it('says nothing of replenishing where nothing limits', () => {
    expect(windowUsage({ count: null, windowDays: 1 }, [T, T + 1], T + 2)).toEqual({
      used: 2,
      remaining: null,
      nextReplenishesAt: null,
      fullyReplenishesAt: null,
      nextChangeAt: T + DAY,
    });
  });

  it('never replenishes a limit of none', () => {
    expect(windowUsage({ count: 0, windowDays: 1 }, [T], T)).toMatchObject({
      used: 1,
      remaining: 0,
      nextReplenishesAt: null,
      fullyReplenishesAt: null,
    });
  });

  it('finds when an account over a lowered limit has units again, not when the first unit expires', () => {
    expect(windowUsage({ count: 1, windowDays: 1 }, [T, T + 10, T + 20], T + 30)).toEqual({
      used: 3,
      remaining: 0,
      nextReplenishesAt: T + 20 + DAY,
      fullyReplenishesAt: T + 20 + DAY,
      nextChangeAt: T + DAY,
    });
  });

  it('lists the charges that still count, earliest end first, in any order', () => {
    expect(expiriesAfter(T + DAY, { count: null, windowDays: 1 }, [T + 9, T, T + 3])).toEqual([
      T + 3 + DAY,
      T + 9 + DAY,
    ]);
  });

  it('agrees with a simulation of every moment', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(-1, 0, 1),
        fc.option(fc.integer({ min: 0, max: 5 })),
        fc.constantFrom(...WINDOW_DAYS),
        (daysOfCharges, day, offset, count, days) => {
          const moments = daysOfCharges.map((dayOfCharge) => T + dayOfCharge * DAY);
          const now = T + day * DAY + offset;
          const model = new AllowanceModel();
          moments.forEach((at, film) => model.ask(film, 'films', [{ kind: 'movie', key: `${film}`, work: '' }], at));
          model.rules.movie = { count, days };
          const left = model.remaining('movie', now);
          expect(windowUsage({ count, windowDays: days }, moments, now)).toEqual({
            used: model.used('movie', now),
            remaining: left,
            nextReplenishesAt: model.firstMoment(now, (at) => (model.remaining('movie', at) ?? 0) > (left ?? 0)),
            fullyReplenishesAt:
              left === count ? null : model.firstMoment(now, (at) => model.remaining('movie', at) === count),
            nextChangeAt: model.nextChange(now),
          });
        },
      ),
      { numRuns: 3000 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isBackupDue, SPREAD_MS } from './night.js';

/** A moment by the clock on the wall. */
const at = (day: number, hour: number, minute = 0): number => new Date(2026, 0, day, hour, minute).getTime();
const MINUTE = 60_000;

const due = (now: number, provenAt: number | null, more: { failedAt?: number; spreadMs?: number } = {}): boolean =>
  isBackupDue({ now, provenAt, failedAt: null, spreadMs: 20 * MINUTE, ...more });

describe('a backup is due', () => {
  it('at once where there is none', () => {
    expect(due(at(10, 15), null)).toBe(true);
  });

  it('once in a night: from the quiet hour and the spread of this server on', () => {
    expect(due(at(10, 3, 19), at(9, 3, 20))).toBe(false);
    expect(due(at(10, 3, 20), at(9, 3, 20))).toBe(true);
    expect(due(at(10, 3, 30), at(10, 3, 20))).toBe(false);
    expect(due(at(10, 23), at(10, 3, 20))).toBe(false);
    expect(due(at(11, 2, 59), at(10, 3, 20))).toBe(false);
  });

  it('after a night that was missed, as soon as somebody looks', () => {
    expect(due(at(10, 9), at(9, 3, 20))).toBe(true);
    expect(due(at(10, 1), at(8, 3, 20))).toBe(true);
    expect(due(at(10, 3, 1), at(8, 3, 20))).toBe(true);
  });

  it('in the night that follows one that was made up by day', () => {
    expect(due(at(10, 12), at(10, 9))).toBe(false);
    expect(due(at(11, 3, 20), at(10, 9))).toBe(true);
  });

  it('an hour after a try that failed, and not before', () => {
    expect(due(at(10, 4, 19), at(9, 3, 20), { failedAt: at(10, 3, 20) })).toBe(false);
    expect(due(at(10, 4, 20), at(9, 3, 20), { failedAt: at(10, 3, 20) })).toBe(true);
  });

  it('although the last one, or a failure, lies in the future: the clock was wrong then', () => {
    expect(due(at(10, 9), at(20, 3))).toBe(true);
    expect(due(at(10, 9), at(9, 3, 20), { failedAt: at(20, 3) })).toBe(true);
  });

  it('exactly once between two quiet hours, at whatever interval somebody looks and whatever the spread', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: SPREAD_MS - 1 }),
        (everyMinutes, spreadMs) => {
          let provenAt: number | null = at(1, 3, 59);
          const made: number[] = [];
          for (let now = at(1, 4); now < at(11, 3); now += everyMinutes * MINUTE) {
            if (!isBackupDue({ now, provenAt, failedAt: null, spreadMs })) continue;
            made.push(now);
            provenAt = now;
          }
          expect(made).toHaveLength(9);
          for (const time of made)
            expect(new Date(time).getHours() * 60 + new Date(time).getMinutes()).toBeLessThan(270);
        },
      ),
      { numRuns: 30 },
    );
  });
});

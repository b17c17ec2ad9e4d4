import { describe, expect, it } from 'vitest';
import { actBefore, asTimer, secondsUntil } from './time-to-act.js';

const NOW = Date.UTC(2026, 0, 1, 12);
const at = (ms: number): string => new Date(NOW + ms).toISOString();

describe('issue 25, web app: how long something can still be done', () => {
  it.each([
    ['until the server’s moment', at(12_000), 12_000],
    ['at most its usual time', at(30_000), 30_000],
    ['its usual time where this clock is behind', at(90_000), 30_000],
    ['its usual time where this clock is ahead', at(-3_600_000), 30_000],
    ['its usual time where the moment is just over by this clock', at(0), 30_000],
    ['its usual time where the moment can’t be read', 'soon', 30_000],
  ])('%s', (_what, expiresAt, left) => {
    expect(actBefore(expiresAt, NOW, 30_000) - NOW).toBe(left);
  });

  it('counts whole seconds, the last one until it is over', () => {
    expect([30_000, 29_001, 1_000, 1, 0, -5].map((ms) => secondsUntil(NOW + ms, NOW))).toEqual([30, 30, 1, 1, 0, 0]);
    expect([300, 65, 60, 9, 0].map(asTimer)).toEqual(['5:00', '1:05', '1:00', '0:09', '0:00']);
  });
});

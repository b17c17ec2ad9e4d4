import { describe, expect, it } from 'vitest';
import { refreshDelay, refreshVerdict } from './refresh-rules.js';

describe('issue 22: the session in a browser', () => {
  it.each([
    [200, 'renewed'],
    [401, 'ended'],
    [403, 'ended'],
    [0, 'unknown'],
    [404, 'unknown'],
    [429, 'unknown'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
  ])('a renewal that is answered %i: the session is %s', (status, verdict) => {
    expect(refreshVerdict(status)).toBe(verdict);
  });

  it('is renewed from minute 12 on', () => {
    expect([0, 11 * 60_000, 12 * 60_000, 20 * 60_000].map(refreshDelay)).toEqual([720_000, 60_000, 0, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ])('RFC 9110 §10.2.3: %j asks for %d ms', (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait);
  });

  it.each([undefined, '', '-5', '1.5', 'soon', '99999999999', '2026-11-20T12:00:30Z', 'Fri, nonsense'])(
    '%j says nothing',
    (header) => {
      expect(retryAfterMs(header, NOW)).toBeUndefined();
    },
  );
});

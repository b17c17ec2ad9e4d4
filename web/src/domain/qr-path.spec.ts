import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-path.js';

describe('issue 22, invite: the QR code', () => {
  const { size, path } = qrPath(`http://nas:7676/join#${'ab'.repeat(32)}`);

  it('has its three corners, seven squares each', () => {
    const dark = new Set([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`));
    for (const [left, top] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ] as const)
      for (let at = 0; at < 7; at += 1) {
        expect(dark.has(`${left + at} ${top}`)).toBe(true);
        expect(dark.has(`${left} ${top + at}`)).toBe(true);
        if (at > 0 && at < 6) expect(dark.has(`${left + at} ${top + 1}`)).toBe(false);
      }
  });

  it('is nothing but squares inside of its size', () => {
    expect(path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
    expect(size % 4).toBe(1);
  });
});

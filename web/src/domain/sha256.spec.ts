import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from './sha256.js';

describe('issue 22, signing in elsewhere over plain HTTP: SHA-256', () => {
  it.each([0, 1, 3, 43, 55, 56, 63, 64, 65, 119, 120, 128, 1_000])('of %i bytes is what others compute', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 131 + length) % 256);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { epochMs } from './portable-columns.js';

describe('epochMs', () => {
  it('gives back every moment it stored, as SQLite answers it (number) and as PostgreSQL does (text)', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (moment) => {
        const stored: unknown = epochMs.to(moment);
        expect(epochMs.from(stored)).toBe(moment);
        expect(epochMs.from(String(stored))).toBe(moment);
      }),
    );
  });

  it('keeps null, and reads a column that is not there as null', () => {
    expect(epochMs.to(null)).toBeNull();
    expect(epochMs.from(null)).toBeNull();
    expect(epochMs.from(undefined)).toBeNull();
  });

  it('keeps undefined, so that an update without the column leaves it alone', () => {
    expect(epochMs.to(undefined)).toBeUndefined();
  });

  it.each([NaN, Infinity, 1.5, 2 ** 60])('refuses to store %j', (value) => {
    expect(() => epochMs.to(value) as unknown).toThrow(RangeError);
  });

  it.each(['soon', '1.5', '9007199254740993'])('refuses to read %j', (value) => {
    expect(() => epochMs.from(value) as unknown).toThrow(RangeError);
  });
});

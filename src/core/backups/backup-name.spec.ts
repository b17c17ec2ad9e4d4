import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { backupName, takenAt } from './backup-name.js';

const SECONDS = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => seconds * 1_000);

describe('the name of a backup', () => {
  it('tells its time to the second', () => {
    expect(backupName(Date.UTC(2026, 10, 22, 3, 15, 0, 999))).toBe('usher-20261122T031500Z.tar.gz');
  });

  it('tells its time back, for every time', () => {
    fc.assert(fc.property(SECONDS, (at) => takenAt(backupName(at)) === at));
  });

  it('sorts as the times do', () => {
    fc.assert(fc.property(SECONDS, SECONDS, (one, other) => backupName(one) < backupName(other) === one < other));
  });

  it.each([
    'usher-20261322T031500Z.tar.gz',
    'usher-20261122T031500Z.tar.gz.old',
    'usher-20261122T031500.tar.gz',
    '../usher-20261122T031500Z.tar.gz',
    '.work-00ff',
    'notes.txt',
    '',
  ])('security 21: %j is none', (name) => {
    expect(takenAt(name)).toBeUndefined();
  });
});

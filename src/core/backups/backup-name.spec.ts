import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { backupName, superfluousBackups, takenAt } from './backup-name.js';

const SECONDS = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => seconds * 1_000);

describe('the name of a backup', () => {
  it('contains its time to the second', () => {
    expect(backupName(Date.UTC(2026, 10, 22, 3, 15, 0, 999))).toBe('usher-20261122T031500Z.tar.gz');
  });

  it('is read back to its time, for every time', () => {
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

const DAY = 86_400_000;
const night = (number: number): string => backupName(Date.UTC(2026, 0, 1, 3) + number * DAY);
const nights = (...numbers: number[]): string[] => numbers.map(night);

describe('of the backups in a folder', () => {
  it('all stay as long as they are no more than are kept', () => {
    expect(superfluousBackups(nights(1, 2, 3), night(3), 3)).toEqual([]);
  });

  it('the oldest go, in whatever order they are listed', () => {
    expect(superfluousBackups(nights(4, 1, 3, 2, 5), night(5), 3)).toEqual(nights(2, 1));
  });

  it('the new one stays, also where the clock has been set back and it seems to be the oldest', () => {
    expect(superfluousBackups(nights(7, 8, 9, 1), night(1), 3)).toEqual([night(7)]);
  });

  it('whatever is no backup is left alone', () => {
    const foreign = ['notes.txt', '.work-00ff', 'usher-20260101T030000Z.tar.gz.old'];
    expect(superfluousBackups([...foreign, ...nights(1, 2)], night(2), 1)).toEqual([night(1)]);
  });
});

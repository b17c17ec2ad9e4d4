import { describe, expect, it } from 'vitest';
import { backupName } from './backup-name.js';
import { superfluousBackups } from './superfluous-backups.js';

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

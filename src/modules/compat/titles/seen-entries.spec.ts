import { describe, expect, it } from 'vitest';
import { SeenEntries } from './seen-entries.js';

interface Entry {
  readonly title: string;
}

const entry = (title: string): Entry => ({ title });
const NONE: ReadonlySet<number> = new Set();

describe('which titles have moved in the snapshots', () => {
  const one = entry('one');
  const snapshot = (version: number, ...entries: readonly (readonly [number, Entry])[]) => ({
    version,
    entryOf: (id: number) => new Map(entries).get(id),
  });

  it('all at first, and then those whose entry is another object, came or went', () => {
    const seen = new SeenEntries<Entry>();
    const ids = (): number[] => [1, 2, 3];
    expect([...seen.moved([snapshot(1, [1, one], [2, entry('two')])], ids, NONE)].sort()).toEqual([1, 2, 3]);
    const later = snapshot(2, [1, one], [2, entry('two')], [3, entry('three')]);
    expect([...seen.moved([later], ids, NONE)].sort()).toEqual([2, 3]);
    expect([...seen.moved([snapshot(3, [1, one])], ids, NONE)].sort()).toEqual([2, 3]);
    expect([...seen.moved([snapshot(3, [1, one]), snapshot(4)], ids, NONE)].sort()).toEqual([1, 2, 3]);
  });

  it('snapshots of the same versions are not compared again, except for titles that were never reported', () => {
    const seen = new SeenEntries<Entry>();
    const asked: number[] = [];
    const ids = (): number[] => (asked.push(1), [1]);
    seen.moved([snapshot(1, [1, one])], ids, NONE);
    expect(seen.moved([snapshot(1, [1, entry('another')])], ids, new Set([7]))).toEqual([7]);
    expect(asked).toHaveLength(1);
  });

  it('many titles are reported in parts, and none is lost when the snapshots change between two parts', () => {
    const seen = new SeenEntries<Entry>();
    const all = Array.from({ length: 600 }, (_, id) => id);
    const reported = new Set<number>();
    for (const id of seen.moved([snapshot(1)], () => all, NONE)) reported.add(id);
    expect([reported.size, seen.hasMore]).toEqual([250, true]);
    do for (const id of seen.moved([snapshot(2)], () => all, NONE)) reported.add(id);
    while (seen.hasMore);
    expect(reported.size).toBe(600);
  });

  it('forgets titles that no longer count, and reports them anew when they do again', () => {
    const seen = new SeenEntries<Entry>();
    seen.moved([snapshot(1, [1, one])], () => [1, 2, 3], NONE);
    seen.moved([snapshot(2, [1, one])], () => [1], NONE);
    expect(seen.moved([snapshot(3, [1, one])], () => [1, 2, 3], NONE).length).toBe(3);
  });
});

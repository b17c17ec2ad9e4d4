import { beforeEach, describe, expect, it } from 'vitest';
import { FairLine } from './fair-line.js';

describe('security 35: a line of several shares', () => {
  let line: FairLine<string>;

  beforeEach(() => {
    line = new FairLine();
  });

  const fixture = (...entries: string[]): void => entries.forEach((entry) => line.add(entry.slice(0, 1), entry));
  const left = (): (string | undefined)[] => Array.from({ length: line.size }, () => line.next());

  it('gives one share its turns in the order of asking', () => {
    fixture('a1', 'a2', 'a3');
    expect([...left(), line.next()]).toEqual(['a1', 'a2', 'a3', undefined]);
  });

  it('goes round between shares, however many wait in one', () => {
    fixture('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(left()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('gives the next turn to the share that has waited longest since its last one', () => {
    fixture('a1', 'a2', 'b1');
    expect([line.next(), line.next()]).toEqual(['a1', 'b1']);
    fixture('b2', 'c1');
    expect(left()).toEqual(['a2', 'b2', 'c1']);
  });

  it('says how many turns come before one more', () => {
    fixture('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
    for (const share of ['a', 'b', 'c', 'd']) {
      const entry = `${share}9`;
      const before = line.ahead(share);
      line.add(share, entry);
      const order = left();
      expect([share, order.indexOf(entry)]).toEqual([share, before]);
      fixture('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
    }
  });

  it('closes up where somebody leaves', () => {
    fixture('a1', 'a2', 'b1');
    line.remove('a', 'a1');
    line.remove('b', 'b1');
    line.remove('b', 'b1');
    expect([line.size, line.sizeOf('a'), line.sizeOf('b'), line.ahead('b')]).toEqual([1, 1, 0, 1]);
    expect(left()).toEqual(['a2']);
  });
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { byName, firstInOrder, smallestFirst } from './name-order.js';

describe('doc4 §2: the order of lists', () => {
  it('compares 200 characters of a name, however long a manager makes it', () => {
    const long = 'a'.repeat(200);
    expect([byName(`${long}1`, `${long}2`), byName(`${long.slice(1)}1`, `${long.slice(1)}2`)]).toEqual([0, -1]);
  });

  it('begins with what a sort of all begins with, equal ones in the order in which they came', () => {
    const given = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 9 }), at: fc.nat() }), { maxLength: 60 });
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 20 }), (all, count) => {
        const order = (one: { rank: number }, other: { rank: number }) => smallestFirst(one.rank, other.rank);
        expect(firstInOrder(all, count, order)).toEqual(all.toSorted(order).slice(0, count));
      }),
    );
  });
});

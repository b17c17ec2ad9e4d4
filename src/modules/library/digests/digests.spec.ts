import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCreators, listCreators, type CountedCreator, type CreatorSort } from './creators.js';
import { newestYearFirst, yearOf, byName, firstInOrder, smallestFirst } from './name-order.js';

const creator = (name: string, over: Partial<CountedCreator> = {}): CountedCreator => ({
  recordId: 1,
  foreignId: `hc:${name}`,
  name,
  image: null,
  addedAt: null,
  titleCount: 1,
  availableCount: 0,
  ...over,
});

describe('doc2 §4 Library digest rules, book-authors: creators', () => {
  it('are counted with their titles, and with those on disk; who has none is left out', () => {
    const titles = [
      { creatorId: 1, isHeld: true },
      { creatorId: 1, isHeld: false },
      { creatorId: 2, isHeld: false },
      { creatorId: null, isHeld: true },
      { creatorId: 9, isHeld: true },
    ];
    const creators = [1, 2, 3].map((recordId) => ({ ...creator(`C${recordId}`), recordId }));
    const counted = countCreators(titles, creators);
    expect(counted.map(({ name, titleCount, availableCount }) => [name, titleCount, availableCount])).toEqual([
      ['C1', 2, 1],
      ['C2', 1, 0],
    ]);
  });

  const ALL = [
    creator('Böll', { availableCount: 1, addedAt: 5 }),
    creator('adams', { availableCount: 3, addedAt: null }),
    creator('Zweig', { availableCount: 3, addedAt: 9 }),
    creator('Bolt 10', { availableCount: 0, addedAt: 5 }),
    creator('Bolt 9', { availableCount: 0, addedAt: null }),
  ];
  it.each<[CreatorSort, readonly string[]]>([
    ['titles', ['adams', 'Zweig', 'Böll', 'Bolt 9', 'Bolt 10']],
    ['name', ['adams', 'Böll', 'Bolt 9', 'Bolt 10', 'Zweig']],
    ['added', ['Zweig', 'Böll', 'Bolt 10', 'adams', 'Bolt 9']],
  ])('in the order of %s, and not in the order that they come in', (sort, names) => {
    for (const all of [ALL, [...ALL].reverse()]) {
      expect(listCreators(all, sort).creators.map(({ name }) => name)).toEqual(names);
    }
  });

  it('namesakes keep their order by their ids', () => {
    const all = [creator('Same', { foreignId: 'hc:2' }), creator('Same', { foreignId: 'hc:1' })];
    expect(listCreators(all, 'titles').creators.map(({ foreignId }) => foreignId)).toEqual(['hc:1', 'hc:2']);
  });

  it('at most 200 of them are listed, the first in the order, and the total counts all', () => {
    const all = Array.from({ length: 250 }, (_, index) => creator(`C${index}`, { availableCount: index }));
    const { creators, total } = listCreators(all, 'titles');
    expect([creators.length, creators[0]?.name, creators.at(-1)?.name, total]).toEqual([200, 'C249', 'C50', 250]);
  });
});

describe('doc4 §2 book-author: titles of a creator', () => {
  const NOW = Date.UTC(2026, 5, 1);

  it.each<[string, readonly (readonly [string, number | null])[], readonly string[]]>([
    [
      'the newest year first',
      [
        ['a', 2001],
        ['b', 2020],
        ['c', 2010],
      ],
      ['b', 'c', 'a'],
    ],
    [
      'without a year last',
      [
        ['a', null],
        ['b', 1950],
      ],
      ['b', 'a'],
    ],
    [
      'five years ahead is a date',
      [
        ['a', 2030],
        ['b', 2031],
      ],
      ['b', 'a'],
    ],
    [
      'more than five years ahead is none',
      [
        ['a', 2032],
        ['b', 1950],
        ['c', null],
      ],
      ['b', 'a', 'c'],
    ],
    [
      'of one year by name',
      [
        ['b', 2001],
        ['A', 2001],
        ['c 10', 2001],
        ['c 9', 2001],
      ],
      ['A', 'b', 'c 9', 'c 10'],
    ],
  ])('%s', (_, given, titles) => {
    const rows = given.map(([title, year]) => ({ title, year }));
    expect(newestYearFirst(rows, NOW).map(({ title }) => title)).toEqual(titles);
  });

  it.each([
    [Date.UTC(2023, 0, 1), 2023],
    [Date.UTC(2023, 0, 1) - 1, 2022],
    [null, null],
  ])('the year of %s is %s', (moment, year) => {
    expect(yearOf(moment)).toBe(year);
  });
});

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

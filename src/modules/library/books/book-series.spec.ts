import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookSeries, listSeries, seriesPage, type SeriesSort, leadingNumber, seriesPositions } from './book-series.js';
import { bookProjection, type BoundBook, type BookRow } from './book-projection.js';

const books = (rows: readonly Partial<BookRow>[]): BoundBook[] => {
  const all = rows.map((row, index) => bookRow({ id: index + 1, ...row }));
  return [...bookProjection({ rows: all, unreadable: [] }, SHOWN_COVERS).titles.values()];
};
const coverOf = (id: string) => ({ url: `/MediaCover/Books/${id}/cover.jpg`, remoteUrl: null });

describe('doc2 §4 book-series: the series of a text', () => {
  it.each<[string | null, readonly (readonly [string, string])[]]>([
    ['Tidal Atlas #1', [['Tidal Atlas', '1']]],
    ['Tidal Atlas #0.5', [['Tidal Atlas', '0.5']]],
    ['Tidal Atlas #1-3, omnibus', [['Tidal Atlas', '1-3, omnibus']]],
    ['Agent #9 #2', [['Agent #9', '2']]],
    ['Tidal Atlas', [['Tidal Atlas', '']]],
    [
      'Tidal Atlas #1; Salt Roads #12',
      [
        ['Tidal Atlas', '1'],
        ['Salt Roads', '12'],
      ],
    ],
    [
      'Tidal Atlas #1; Salt Roads',
      [
        ['Tidal Atlas', '1'],
        ['Salt Roads', ''],
      ],
    ],
    ['Salt; Sea #4', [['Salt; Sea', '4']]],
    ['Steins;Gate #1', [['Steins;Gate', '1']]],
    ['#7', [['#7', '']]],
    ['', []],
    [null, []],
  ])('%j', (text, places) => {
    expect(seriesPositions(text).map(({ name, position }) => [name, position])).toEqual(places);
  });

  it('is read to its first 2,000 characters alone, however long a manager makes it', () => {
    const [place, ...more] = seriesPositions(`${'a; '.repeat(1_000_000)} #1`);
    expect([place?.name.length, place?.position, more]).toEqual([2_000, '', []]);
  });

  it('security 31: names at most 20 series, however many a manager writes', () => {
    const named = Array.from({ length: 30 }, (_, at) => `Series ${at} #1`).join('; ');
    const places = seriesPositions(named);
    expect([places.length, places.at(-1)?.name]).toEqual([20, 'Series 19']);
  });

  it.each([
    ['1', 1],
    ['1.5', 1.5],
    ['1-3', 1],
    [' 2 of 4', 2],
    ['0', 0],
    ['x1', null],
    ['', null],
  ])('the leading number of %j is %s', (position, number) => {
    expect(leadingNumber(position)).toBe(number);
  });
});

describe('doc2 §4 book-series-detail: the titles of a series', () => {
  const rows: readonly Partial<BookRow>[] = [
    { title: 'Loose', seriesTitle: 'S' },
    { title: 'Ten', seriesTitle: 'S #10' },
    { title: 'Two', seriesTitle: 'S #2' },
    { title: 'Early', seriesTitle: 'S #0.5' },
    { title: 'Also two', seriesTitle: 'S #2, part b' },
    { title: 'Elsewhere', seriesTitle: 'T #1' },
    { title: 'In both', seriesTitle: 'T #2; S #3' },
  ];

  it('are all known ones, by their leading numbers, without one last, by their words in the end', () => {
    const titles = ['Early', 'Also two', 'Two', 'In both', 'Ten', 'Loose'];
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows], { minLength: rows.length }), (order) => {
        expect(seriesPage(books(order), 'S')?.titles.map(({ book }) => book.title)).toEqual(titles);
      }),
    );
  });

  it('keep their positions as they are written', () => {
    expect(seriesPage(books(rows), 'T')?.titles.map(({ position }) => position)).toEqual(['1', '2']);
  });

  it('a series that nobody names is none', () => {
    expect(seriesPage(books(rows), 'U')).toBeNull();
  });
});

describe('doc2 §4 book-series: the list', () => {
  it('counts a title in two formats once, and leaves out a series of which nothing is on disk', () => {
    const series = bookSeries(
      books([
        { foreignBookId: 'hc:1', seriesTitle: 'S #1', hasFile: true },
        { foreignBookId: 'hc:1', seriesTitle: 'S #1', format: 'audiobook', hasFile: true },
        { foreignBookId: 'hc:2', seriesTitle: 'S #2' },
        { foreignBookId: 'hc:3', seriesTitle: 'T #1' },
      ]),
    );
    expect(series).toEqual([{ name: 'S', covers: [], titleCount: 2, availableCount: 1 }]);
  });

  it.each<[string, readonly (readonly [string, boolean, string?])[], readonly string[]]>([
    [
      'book one comes first, owned or not',
      [
        ['2', true],
        ['1', false],
      ],
      ['1', '2'],
    ],
    [
      'in the run what is owned comes first',
      [
        ['2', false],
        ['3', false],
        ['4', true],
      ],
      ['4', '2', '3'],
    ],
    [
      'the run comes before what is owned elsewhere',
      [
        ['0.5', true],
        ['', true],
        ['7', false],
      ],
      ['7', '0.5', ''],
    ],
    [
      'positions below one come before none',
      [
        ['', true],
        ['0.5', false],
      ],
      ['0.5', ''],
    ],
    [
      'of the same position what is owned comes first',
      [
        ['1', false, 'a'],
        ['1', true, 'b'],
      ],
      ['b', 'a'],
    ],
    [
      'in the end their titles decide',
      [
        ['', true, 'b'],
        ['', true, 'a'],
        ['', true, 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'at most three',
      [
        ['1', true],
        ['2', true],
        ['3', true],
        ['4', true],
      ],
      ['1', '2', '3'],
    ],
  ])('covers: %s', (_, given, covers) => {
    const rows = given.map(([position, hasFile, title = position]) => ({
      title,
      hasFile,
      seriesTitle: position === '' ? 'S' : `S #${position}`,
    }));
    const owned = { title: '~', seriesTitle: 'S', hasFile: true };
    const [series] = bookSeries(
      books([...rows, owned]).map((book) => ({ ...book, cover: book.title === '~' ? null : book.title })),
    );
    expect(series?.covers).toEqual(covers);
  });

  it('covers: each once, so that a fourth title gets its turn', () => {
    const rows = ['1', '1', '2', '3'].map((id, index) => ({
      seriesTitle: `S #${index + 1}`,
      hasFile: true,
      cover: coverOf(id),
    }));
    expect(bookSeries(books(rows))[0]?.covers).toEqual(['1', '2', '3'].map((id) => coverOf(id).url));
  });

  const ALL = ['b', 'a', 'c'].map((name, index) => ({
    name,
    covers: [],
    titleCount: 9,
    availableCount: index === 2 ? 5 : 1,
  }));
  it.each<[SeriesSort, readonly string[]]>([
    ['titles', ['c', 'a', 'b']],
    ['name', ['a', 'b', 'c']],
  ])('in the order of %s', (sort, names) => {
    expect(listSeries(ALL, sort).series.map(({ name }) => name)).toEqual(names);
  });

  it('lists at most 200, and counts all', () => {
    const all = Array.from({ length: 250 }, (_, index) => ({
      name: `S${index}`,
      covers: [],
      titleCount: 1,
      availableCount: 1,
    }));
    const { series, total } = listSeries(all, 'name');
    expect([series.length, series.at(-1)?.name, total]).toEqual([200, 'S199', 250]);
  });
});

import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookProjection, type BookRow, type BoundBook } from './book-projection.js';
import { isHeld } from './book-projection.js';
import { libraryBook, authorsWithFiles, recentBooks } from './book-titles.js';

const books = (rows: readonly Partial<BookRow>[], unreadable: readonly string[] = []): readonly BoundBook[] => {
  const all = rows.map((row, index) => bookRow({ id: index + 1, ...row }));
  const projected = bookProjection(
    { rows: all, unreadable: unreadable.map((foreignId) => ({ foreignId })) },
    SHOWN_COVERS,
  );
  return [...projected.titles.values()];
};

const AUTHOR = { recordId: 5, foreignId: 'hc:440501', name: 'Ines Valdor', image: null, addedAt: null };

describe('doc4 §2 BookTitle', () => {
  const shown = (rows: readonly Partial<BookRow>[], unreadable: readonly string[] = []) => {
    const [book] = books(
      rows.map((row) => ({ foreignBookId: 'hc:7', ...row })),
      unreadable,
    );
    if (!book) throw new Error('there is no title');
    return libraryBook(book, AUTHOR);
  };

  it('shows a title with its author, its series, its year and both formats', () => {
    const title = shown([
      { hasFile: true, monitored: false, seriesTitle: 'Tidal Atlas #1; Other #2', releaseDate: Date.UTC(2023, 5, 1) },
      { format: 'audiobook', releaseDate: Date.UTC(2024, 0, 1) },
    ]);
    expect(title).toEqual({
      foreignBookId: 'hc:7',
      title: 'The Salt Cartographer',
      author: 'Ines Valdor',
      authorForeignId: 'hc:440501',
      year: 2023,
      series: 'Tidal Atlas',
      seriesPosition: '1',
      identityKeys: ['native:hc:7', 'work:hc:7'],
      statusKnown: true,
      cover: null,
      ebook: { monitored: false, downloaded: true },
      audiobook: { monitored: true, downloaded: false },
    });
  });

  it('leaves empty what nobody knows', () => {
    const [book] = books([{ title: '', foreignBookId: null }]);
    expect(book && libraryBook(book, undefined)).toMatchObject({
      foreignBookId: '',
      title: '',
      author: '',
      authorForeignId: '',
      year: null,
      series: '',
      seriesPosition: '',
      identityKeys: [],
    });
  });

  it.each<[string, readonly Partial<BookRow>[], readonly string[]]>([
    ['a record that names no format', [{}, { format: null }], []],
    ['a record that can’t be read', [{}], ['hc:7']],
  ])('its status is unknown with %s', (_, rows, unreadable) => {
    expect(shown(rows, unreadable).statusKnown).toBe(false);
  });

  it.each<[string, readonly Partial<BookRow>[], boolean]>([
    ['an ebook', [{ hasFile: true }], true],
    ['an audiobook', [{}, { format: 'audiobook', hasFile: true }], true],
    ['a file of an unknown format', [{ format: null, hasFile: true }], true],
    ['no file', [{}, { format: 'audiobook' }], false],
  ])('with %s it is on disk: %s', (_, rows, held) => {
    expect(books(rows.map((row) => ({ foreignBookId: 'hc:7', ...row }))).map(isHeld)).toEqual([held]);
  });
});

describe('doc2 §4 book-recent', () => {
  const rows: readonly Partial<BookRow>[] = [
    { id: 1, foreignBookId: 'hc:7', title: 'Both' },
    { id: 2, foreignBookId: 'hc:7', title: 'Both', format: 'audiobook' },
    { id: 3, foreignBookId: 'hc:8', title: 'Ebook' },
    { id: 4, foreignBookId: 'hc:8', title: 'Ebook', format: 'audiobook' },
    { id: 5, foreignBookId: 'hc:9', title: 'Unresolved', format: null },
  ];
  const recent = (files: readonly (readonly [number, number | null])[]) =>
    recentBooks(
      books(rows),
      files.map(([recordId, addedAt]) => ({ recordId, addedAt })),
    ).map(({ title, recordId, format, importedAt }) => [title, recordId, format, importedAt]);

  it.each<[string, readonly (readonly [number, number | null])[], readonly unknown[]]>([
    [
      'the newest file dates a record',
      [
        [3, 10],
        [3, 30],
        [3, 20],
      ],
      [['Ebook', 3, 'ebook', 30]],
    ],
    [
      'both formats are one entry without a format, dated by the newest',
      [
        [1, 10],
        [2, 20],
      ],
      [['Both', 2, null, 20]],
    ],
    ['a format is told when the other has no file', [[4, 10]], [['Ebook', 4, 'audiobook', 10]]],
    ['a record that names no format tells none', [[5, 10]], [['Unresolved', 5, null, 10]]],
    [
      'the newest come first',
      [
        [1, 10],
        [3, 30],
        [5, 20],
      ],
      [
        ['Ebook', 3, 'ebook', 30],
        ['Unresolved', 5, null, 20],
        ['Both', 1, 'ebook', 10],
      ],
    ],
    [
      'of one moment by their titles',
      [
        [5, 10],
        [1, 10],
        [3, 10],
      ],
      [
        ['Both', 1, 'ebook', 10],
        ['Ebook', 3, 'ebook', 10],
        ['Unresolved', 5, null, 10],
      ],
    ],
    ['a file without a date says nothing', [[3, null]], []],
    ['a file of no record says nothing', [[99, 10]], []],
  ])('%s', (_, files, entries) => {
    expect(recent(files)).toEqual(entries);
    expect(recent([...files].reverse())).toEqual(entries);
  });

  it.each<[Partial<BookRow>, readonly (string | null)[]]>([
    [{ format: 'audiobook' }, [null]],
    [{ format: null }, [null]],
    [{ format: 'ebook' }, ['ebook']],
  ])('tells no format when a record of another one has files, also files without a date: %j', (other, formats) => {
    const both = books([
      { foreignBookId: 'hc:7', hasFile: true },
      { foreignBookId: 'hc:7', hasFile: true, ...other },
    ]);
    const files = [
      { recordId: 1, addedAt: 10 },
      { recordId: 2, addedAt: null },
    ];
    expect(recentBooks(both, files).map(({ format }) => format)).toEqual(formats);
  });

  it('needs the files of authors who have some, and again when their count or size changed', () => {
    const state = (over: Partial<BookRow>) =>
      authorsWithFiles(
        books([{ authorId: 1, hasFile: true, ...over }, { authorId: 2 }, { authorId: null, hasFile: true }]),
      );
    const before = state({});
    expect(before.map(({ creatorId }) => creatorId)).toEqual([1]);
    expect(state({ title: 'Another name' })).toEqual(before);
    for (const over of [{ fileCount: 2 }, { sizeOnDisk: 7 }]) expect(state(over)).not.toEqual(before);
    expect(state({ fileCount: null })).toEqual([{ creatorId: 1, state: null }]);
    expect(state({ sizeOnDisk: null })).toEqual([{ creatorId: 1, state: null }]);
  });
});

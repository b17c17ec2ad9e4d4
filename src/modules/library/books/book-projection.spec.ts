import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookProjection, type BookRow, type BoundBook, sameBook, sameBookState } from './book-projection.js';

const project = (rows: readonly BookRow[], unreadable: readonly (string | null)[] = []) =>
  bookProjection({ rows, unreadable: unreadable.map((foreignId) => ({ foreignId })) }, SHOWN_COVERS);

const only = (rows: readonly BookRow[]): BoundBook | undefined => {
  const [book, ...others] = project(rows).titles.values();
  expect(others).toEqual([]);
  return book;
};

describe('doc2 §4 rule 8: the records of a title', () => {
  it.each<[string, readonly Partial<BookRow>[], readonly string[]]>([
    [
      'of one id are one title',
      [
        { id: 1, foreignBookId: 'hc:7' },
        { id: 2, foreignBookId: 'hc:7', format: 'audiobook' },
      ],
      ['hc:7'],
    ],
    [
      'of one id in two spellings are one title',
      [
        { id: 1, foreignBookId: 'hc:7' },
        { id: 2, foreignBookId: 'BC:7' },
      ],
      ['hc:7'],
    ],
    [
      'of the same words and author are two titles',
      [
        { id: 1, foreignBookId: 'hc:7' },
        { id: 2, foreignBookId: 'hc:8' },
      ],
      ['hc:7', 'hc:8'],
    ],
    [
      'of one work under two ids are two titles',
      [
        { id: 1, foreignBookId: 'hc:7', goodreadsWorkId: 'gr:1' },
        { id: 2, foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1' },
      ],
      ['hc:7', 'hc:8'],
    ],
    [
      'without an id are a title each',
      [
        { id: 1, foreignBookId: null },
        { id: 2, foreignBookId: null },
      ],
      ['record:1', 'record:2'],
    ],
    [
      'of the id 0 are a title each',
      [
        { id: 1, foreignBookId: 'hc:0' },
        { id: 2, foreignBookId: '0' },
      ],
      ['record:1', 'record:2'],
    ],
  ])('%s', (_, rows, keys) => {
    expect([...project(rows.map(bookRow)).titles.keys()]).toEqual(keys);
  });

  it('may be more than a call takes arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, at) =>
      bookRow({ id: at + 1, foreignBookId: 'hc:7', releaseDate: 9 + at }),
    );
    expect(only(rows)?.ebook).toMatchObject({ releasedAt: 9 });
  });

  it('keep the state of each format apart', () => {
    const book = only([
      bookRow({ id: 1, foreignBookId: 'hc:7', hasFile: true, monitored: false, releaseDate: 5 }),
      bookRow({ id: 2, foreignBookId: 'hc:7', format: 'audiobook', releaseDate: 9 }),
      bookRow({ id: 3, foreignBookId: 'hc:7', format: null, monitored: false }),
    ]);
    expect([book?.ebook, book?.audiobook, book?.unresolved]).toEqual([
      { recordIds: [1], monitored: false, hasFile: true, fileCount: 1, sizeOnDisk: 1_000, releasedAt: 5 },
      { recordIds: [2], monitored: true, hasFile: false, fileCount: 0, sizeOnDisk: 0, releasedAt: 9 },
      { recordIds: [3], monitored: false, hasFile: false, fileCount: 0, sizeOnDisk: 0, releasedAt: null },
    ]);
  });

  it('of one format are taken together, first the one to work on, and what isn’t counted of one isn’t of all', () => {
    const foreignBookId = 'hc:7';
    const book = only([
      bookRow({ id: 1, foreignBookId, monitored: false }),
      bookRow({ id: 2, foreignBookId, hasFile: true, monitored: false, releaseDate: 9 }),
      bookRow({ id: 3, foreignBookId, fileCount: null, releaseDate: 5 }),
    ]);
    expect(book?.ebook).toEqual({
      recordIds: [2, 3, 1],
      monitored: true,
      hasFile: true,
      fileCount: null,
      sizeOnDisk: 1_000,
      releasedAt: 5,
    });
  });

  it('complete each other: what one leaves out the other says', () => {
    const cover = { url: '/MediaCover/Books/2/cover.jpg', remoteUrl: null };
    const book = only([
      bookRow({ id: 1, foreignBookId: 'hc:7', title: '', authorId: null }),
      bookRow({
        id: 2,
        foreignBookId: 'hc:7',
        title: 'Named',
        authorId: 4,
        seriesTitle: 'S #1',
        cover,
        goodreadsWorkId: '9',
      }),
    ]);
    expect(book).toMatchObject({ title: 'Named', authorId: 4, seriesTitle: 'S #1', cover: cover.url });
    expect(book?.identityKeys).toEqual(['native:hc:7', 'work:hc:7', 'work:gr:9']);
  });

  it('of a placeholder have no id to be asked for by', () => {
    expect(only([bookRow({ id: 1, foreignBookId: 'hc:0' })])).toMatchObject({ key: 'record:1', foreignBookId: '' });
  });

  it('may come in any order', () => {
    const rows: readonly BookRow[] = [
      bookRow({ id: 1, foreignBookId: 'hc:7', title: 'One', authorId: null, goodreadsWorkId: 'gr:4' }),
      bookRow({
        id: 2,
        foreignBookId: 'hc:7',
        title: 'Two',
        format: 'audiobook',
        hasFile: true,
        openLibraryWorkId: 'ol:W1',
      }),
      bookRow({ id: 3, foreignBookId: 'bc:7', title: '', format: 'audiobook', releaseDate: 3 }),
      bookRow({ id: 4, foreignBookId: 'hc:8', seriesTitle: 'S #2' }),
      bookRow({ id: 5, foreignBookId: null }),
    ];
    const byKey = (order: readonly BookRow[]) =>
      [...project(order).titles.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows], { minLength: rows.length }), (order) => {
        expect(byKey(order)).toEqual(byKey(rows));
      }),
    );
  });
});

describe('a record that can’t be read makes what it could be unknown, never absent', () => {
  it('puts the title whose id it names in doubt, and no other', () => {
    const { titles, hasUnplaced } = project([bookRow({ id: 1, foreignBookId: 'hc:7' }), bookRow({ id: 2 })], ['bc:7']);
    expect([titles.get('hc:7')?.isUnreadable, titles.get('hc:330002')?.isUnreadable, hasUnplaced]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is a title of its own when the library has no other record of it', () => {
    const { titles } = project([], ['hc:9']);
    expect(titles.get('hc:9')).toMatchObject({
      title: '',
      isUnreadable: true,
      ebook: null,
      identityKeys: ['native:hc:9'],
    });
  });

  it('leaves no title known to be absent when it names none', () => {
    expect(project([bookRow()], [null]).hasUnplaced).toBe(true);
  });
});

describe('security 31: a hostile manager with many records of one title', () => {
  /** Milliseconds of the processor, the best of three tries. */
  function costOf(work: () => void): number {
    const tries = Array.from({ length: 3 }, () => {
      const begun = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000;
    });
    return Math.min(...tries);
  }

  it.each<[string, (id: number) => Partial<BookRow>]>([
    ['of an edition each', (id) => ({ foreignEditionId: `hc:edition:${id}` })],
    ['of a work each', (id) => ({ goodreadsWorkId: `gr:${id}` })],
  ])('%s: they cost no more than 20 times JSON.parse', (_, idsOf) => {
    const rows = Array.from({ length: 15_000 }, (_, at) =>
      bookRow({ id: at + 1, foreignBookId: 'hc:7', ...idsOf(at + 1) }),
    );
    const text = JSON.stringify(rows);
    expect(only(rows)?.identityKeys).toHaveLength(15_002);
    expect(costOf(() => project(rows))).toBeLessThan(20 * costOf(() => void JSON.parse(text)));
  });
});

function read(
  over: Partial<BookRow> = {},
  more: readonly BookRow[] = [],
  unreadable: readonly string[] = [],
): BoundBook {
  const rows = [bookRow({ id: 1, foreignBookId: 'hc:7', ...over }), ...more];
  const projected = bookProjection({ rows, unreadable: unreadable.map((foreignId) => ({ foreignId })) }, SHOWN_COVERS);
  const book = projected.titles.get('hc:7');
  if (!book) throw new Error('there is no title');
  return book;
}

const sibling = (over: Partial<BookRow>) => [bookRow({ id: 2, foreignBookId: 'hc:7', ...over })];

describe('doc4 Decisions, Freshness: two readings of a title', () => {
  it('are the same when nothing changed', () => {
    expect([sameBookState(read(), read()), sameBook(read(), read())]).toEqual([true, true]);
  });

  it.each<[string, BoundBook]>([
    ['a file came', read({ hasFile: true })],
    ['it isn’t watched any more', read({ monitored: false })],
    ['its record is another', read({ id: 9 })],
    ['an audiobook came', read({}, sibling({ format: 'audiobook' }))],
    ['a record came that names no format', read({}, sibling({ format: null }))],
    ['a record of it can’t be read any more', read({}, [], ['hc:7'])],
  ])('differ in their status when %s', (_, after) => {
    expect([sameBookState(read(), after), sameBook(read(), after)]).toEqual([false, false]);
  });

  it.each<[string, Partial<BookRow>]>([
    ['its title', { title: 'Another' }],
    ['its author', { authorId: 6 }],
    ['its series', { seriesTitle: 'S #1' }],
    ['its cover', { cover: { url: '/MediaCover/Books/1/cover.jpg', remoteUrl: null } }],
    ['the spelling of its id', { foreignBookId: 'bc:7' }],
    ['its work', { goodreadsWorkId: 'gr:1' }],
    ['its release', { releaseDate: 5 }],
    ['the count of its files', { fileCount: 3 }],
    ['their size', { sizeOnDisk: 3 }],
  ])('say the same of its status, but are not equal, when %s changed', (_, over) => {
    expect([sameBookState(read(), read(over)), sameBook(read(), read(over))]).toEqual([true, false]);
  });
});

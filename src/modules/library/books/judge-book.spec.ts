import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookProjection, type BookRow } from './book-projection.js';
import { bookIndex, judgeBook, type AskedBook, bindBook, titlesByKey } from './judge-book.js';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { identityKeys } from './book-keys.js';

const ROWS: readonly Partial<BookRow>[] = [
  { id: 1, foreignBookId: 'hc:1', hasFile: true },
  { id: 2, foreignBookId: 'hc:1', format: 'audiobook' },
  { id: 3, foreignBookId: 'hc:3', goodreadsWorkId: 'gr:30', hasFile: true },
  { id: 4, foreignBookId: 'hc:4', goodreadsWorkId: 'gr:30' },
];

function judge(asked: AskedBook, rows = ROWS, unreadable: readonly (string | null)[] = []): readonly unknown[] {
  const all = rows.map(bookRow);
  const lost = unreadable.map((foreignId) => ({ foreignId }));
  const { titles, hasUnplaced } = bookProjection({ rows: all, unreadable: lost }, SHOWN_COVERS);
  const library = { index: bookIndex(titles.values()), hasUnplaced, queue: new Map() };
  const { ebook, audiobook, canonicalForeignId } = judgeBook(asked, library);
  return [...[ebook, audiobook].map((one) => (one.known ? one.status : one.reason)), canonicalForeignId];
}

describe('doc2 §4 rules 7 and 8: which title is meant, in each format', () => {
  it.each<[string, AskedBook, readonly unknown[]]>([
    ['the one of the asked id', { foreignId: 'hc:1' }, ['available', 'requested', null]],
    ['the same by the id of the trending feed', { foreignId: 'bc:1' }, ['available', 'requested', null]],
    ['none that is there', { foreignId: 'hc:9' }, ['unavailable', 'unavailable', null]],
    [
      'two that share a work',
      { foreignId: 'hc:9', identityKeys: ['work:gr:30'] },
      ['identity_ambiguous', 'identity_ambiguous', null],
    ],
    [
      'the one of a record that was kept, under another id',
      { foreignId: 'hc:9', recordIds: { ebook: 1, audiobook: null } },
      ['available', 'unavailable', 'hc:1'],
    ],
    [
      'a kept record decides where ids are ambiguous, for its own format',
      { foreignId: 'hc:9', identityKeys: ['work:gr:30'], recordIds: { ebook: 3 } },
      ['available', 'identity_ambiguous', 'hc:3'],
    ],
    [
      'the asked id rather than a kept record of another title',
      { foreignId: 'hc:1', recordIds: { ebook: 4, audiobook: 4 } },
      ['available', 'requested', null],
    ],
    [
      'the asked id once the kept record is gone',
      { foreignId: 'hc:1', recordIds: { ebook: 77 } },
      ['available', 'requested', null],
    ],
    [
      'the id that it was filed under once the kept record is gone',
      { foreignId: 'hc:9', canonicalForeignId: 'hc:1', recordIds: { ebook: 77 } },
      ['available', 'requested', 'hc:1'],
    ],
    [
      'unavailable once the record is gone and no id finds another',
      { foreignId: 'hc:9', canonicalForeignId: 'hc:8', recordIds: { ebook: 77 } },
      ['unavailable', 'unavailable', null],
    ],
    [
      'the asked id rather than the one it was filed under',
      { foreignId: 'hc:1', canonicalForeignId: 'hc:3' },
      ['available', 'requested', null],
    ],
  ])('%s', (_case, asked, expected) => {
    expect(judge(asked)).toEqual(expected);
  });

  it('a delivered title whose record can’t be read is unknown, also under the id that it was filed under', () => {
    const delivered = { foreignId: 'hc:9', canonicalForeignId: 'hc:1', recordIds: { ebook: 1 } };
    expect(judge(delivered, [], ['hc:1'])).toEqual(['library_unavailable', 'library_unavailable', 'hc:1']);
    expect(judge(delivered, [], [null])).toEqual(['library_unavailable', 'library_unavailable', null]);
  });
});

/** The key of the title that is bound. */
function bind(foreignId: string, known: readonly string[], rows: readonly BookRow[]): string | undefined {
  const index = titlesByKey(bookProjection({ rows, unreadable: [] }, SHOWN_COVERS).titles.values());
  const bound = bindBook(foreignId, known, index);
  return typeof bound === 'string' ? bound : bound?.key;
}

const EDITION = { foreignEditionId: null, isbn13: null, isbn10: null, asin: null };
const ISBN = { editions: [{ ...EDITION, isbn13: '9780306406157' }] };

describe('doc2 §4 rule 8: which title of the library is meant', () => {
  it.each<[string, string, readonly string[], readonly Partial<BookRow>[], string | undefined]>([
    ['the one of the very id', 'hc:7', [], [{ foreignBookId: 'hc:7' }], 'hc:7'],
    ['the one of the id as the catalog’s feed writes it', 'bc:7', [], [{ foreignBookId: 'hc:7' }], 'hc:7'],
    [
      'both records of a title are one',
      'hc:7',
      [],
      [{ foreignBookId: 'hc:7' }, { foreignBookId: 'hc:7', format: 'audiobook' }],
      'hc:7',
    ],
    [
      'the very id decides against everything else',
      'hc:7',
      ['work:gr:1'],
      [{ foreignBookId: 'hc:7' }, { foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1' }],
      'hc:7',
    ],
    [
      'the one that was filed under the id before a merge',
      'hc:7',
      [],
      [{ foreignBookId: 'hc:8', hardcoverBookId: 'hc:7' }],
      'hc:8',
    ],
    ['the one of the same work', 'hc:7', ['work:gr:1'], [{ foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1' }], 'hc:8'],
    [
      'the one of the same edition',
      'hc:7',
      ['edition:hc:3'],
      [{ foreignBookId: 'hc:8', foreignEditionId: 'hc:edition:3' }],
      'hc:8',
    ],
    ['the one of the same ISBN', 'hc:7', ['isbn13:9780306406157'], [{ foreignBookId: 'hc:8', ...ISBN }], 'hc:8'],
    [
      'a record without an id, by its work',
      'hc:7',
      ['work:gr:1'],
      [{ id: 4, foreignBookId: null, goodreadsWorkId: 'gr:1' }],
      'record:4',
    ],
    ['none of the words alone', 'hc:7', [], [{ foreignBookId: 'hc:8' }], undefined],
    [
      'an edition is no work of the same number',
      'hc:7',
      ['work:gr:3'],
      [{ foreignBookId: 'hc:8', goodreadsBookId: 'gr:3' }],
      undefined,
    ],
    [
      'a work of another provider is no work of the same number',
      'hc:7',
      ['work:ol:3'],
      [{ foreignBookId: 'hc:8', goodreadsWorkId: 'gr:3' }],
      undefined,
    ],
    [
      'two of the same work',
      'hc:7',
      ['work:gr:1'],
      [
        { foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1' },
        { foreignBookId: 'hc:9', goodreadsWorkId: 'gr:1' },
      ],
      'ambiguous',
    ],
    [
      'one by its work and one by its ISBN',
      'hc:7',
      ['work:gr:1', 'isbn13:9780306406157'],
      [
        { foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1' },
        { foreignBookId: 'hc:9', ...ISBN },
      ],
      'ambiguous',
    ],
    [
      'one for certain and two by an ISBN',
      'hc:7',
      ['work:gr:1', 'isbn13:9780306406157'],
      [
        { foreignBookId: 'hc:8', goodreadsWorkId: 'gr:1', ...ISBN },
        { foreignBookId: 'hc:9', ...ISBN },
      ],
      'ambiguous',
    ],
    [
      'a native id that is known besides counts for nothing',
      'hc:7',
      ['native:hc:8'],
      [{ foreignBookId: 'hc:8' }],
      undefined,
    ],
    ['no id at all', ' ', [], [{ foreignBookId: null }], undefined],
    ['the name of a record is no id', 'record:4', [], [{ id: 4, foreignBookId: null }], undefined],
  ])('%s', (_, foreignId, known, rows, bound) => {
    expect(
      bind(
        foreignId,
        known,
        rows.map((row, index) => bookRow({ id: index + 1, ...row })),
      ),
    ).toBe(bound);
  });

  const few = (prefix: string) =>
    fc.option(
      fc.integer({ min: 1, max: 4 }).map((n) => `${prefix}${n}`),
      { nil: null },
    );
  const anyRow = fc.record({
    id: fc.integer({ min: 1, max: 1_000 }),
    format: fc.constantFrom('ebook' as const, 'audiobook' as const, null),
    title: fc.constant('The same title'),
    foreignBookId: fc.oneof(few('hc:'), few('bc:')),
    foreignEditionId: few('hc:edition:'),
    hardcoverBookId: few('hc:'),
    goodreadsBookId: few('gr:'),
    goodreadsWorkId: few('gr:'),
    openLibraryWorkId: few('ol:'),
  });
  const anyRows = fc.uniqueArray(anyRow, { maxLength: 6, selector: ({ id }) => id });

  it('the order of the records never matters, nor the order in which the keys are known', () => {
    fc.assert(
      fc.property(
        anyRows.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        anyRow,
        fc.integer({ min: 5, max: 6 }),
        ([rows, shuffled], asked, other) => {
          const known = identityKeys(bookRow(asked));
          for (const id of [asked.foreignBookId ?? '', `hc:${other}`]) {
            expect(bind(id, [...known].reverse(), shuffled.map(bookRow))).toBe(bind(id, known, rows.map(bookRow)));
          }
        },
      ),
      { numRuns: generatedCount(5_000) },
    );
  });

  it('what is bound shares an id with what was asked: a shared title never binds', () => {
    fc.assert(
      fc.property(anyRows, anyRow, (rows, asked) => {
        const keys = identityKeys(bookRow(asked));
        const bound = bind(asked.foreignBookId ?? '', keys, rows.map(bookRow));
        if (bound === undefined || bound === 'ambiguous') return;
        const group = rows.filter(
          (row) => identityKeys(bookRow(row)).includes(`native:${bound}`) || bound === `record:${row.id}`,
        );
        expect(group.some((row) => identityKeys(bookRow(row)).some((key) => keys.includes(key)))).toBe(true);
      }),
      { numRuns: generatedCount(5_000) },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookProjection, type BookRow } from './book-projection.js';
import { bookIndex, judgeBook, type AskedBook } from './judge-book.js';

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

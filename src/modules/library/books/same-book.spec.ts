import { describe, expect, it } from 'vitest';
import { bookRow, SHOWN_COVERS } from '../../../../test/harness/book-rows.js';
import { bookProjection, type BookRow, type BoundBook } from './book-projection.js';
import { sameBook, sameBookState } from './same-book.js';

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

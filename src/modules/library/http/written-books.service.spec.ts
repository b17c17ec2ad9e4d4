import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUTHORS, BookLibraryFixture, BOOKS } from '../../../../test/harness/book-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { libraryReport } from '../../../../test/harness/library-report.js';
import type { WrittenJson } from '../../../core/http/written-json.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { ManagerReported } from '../../instances/instances.public.js';
import type { BookLibraryView } from './book-lists.view.js';
import { WrittenBooksService } from './written-books.service.js';

describe('doc4 §2 book-library: how long the written list is kept', () => {
  let fixture: BookLibraryFixture;
  let written: WrittenBooksService;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
    written = new WrittenBooksService(fixture.lists, fixture.clock, silentMeter);
  });

  afterEach(() => fixture.close());

  const read = (): Promise<WrittenJson<BookLibraryView>> => written.library(fixture.id);
  const bringBook = (): void => {
    const author = { foreignAuthorId: 'hc:9', name: 'Author 9' };
    fixture.chaptarr.given.book({ foreignBookId: 'hc:9', author, format: 'ebook', hasFile: true });
  };
  const shownBy = async (json: WrittenJson<BookLibraryView>): Promise<BookLibraryView> => {
    const pieces: Buffer[] = [];
    for await (const piece of json.chunks ?? []) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as BookLibraryView;
  };
  const titlesOf = async (json: WrittenJson<BookLibraryView>) => (await shownBy(json)).titles.map(({ title }) => title);

  it('while the library has the same titles, also when they were read again', async () => {
    const first = await read();
    expect(await titlesOf(first)).toEqual(['The Salt Cartographer']);
    await fixture.clock.advance(15_000);
    expect(await read()).toBe(first);
    expect(fixture.chaptarr.calls(BOOKS).length).toBe(2);
  });

  it('until the next reading shows another title', async () => {
    await read();
    bringBook();
    await fixture.clock.advance(15_000);
    expect(await titlesOf(await read())).toHaveLength(2);
  });

  it('until the manager reports a change', async () => {
    await read();
    bringBook();
    await fixture.events.publish(new ManagerReported(fixture.id, 'book_manager', libraryReport('imported')));
    expect(await titlesOf(await read())).toHaveLength(2);
  });

  it('until the authors can be read', async () => {
    fixture.chaptarr.fail(AUTHORS, 500);
    expect(await shownBy(await read())).toMatchObject({ authors: null, titles: [{ author: '' }] });
    await fixture.clock.advance(60_000);
    expect(await shownBy(await read())).toMatchObject({
      authors: [{ name: 'Ines Valdor' }],
      titles: [{ author: 'Ines Valdor' }],
    });
  });

  it('not once the library can’t be read', async () => {
    await read();
    fixture.chaptarr.fail(BOOKS, 500);
    await fixture.clock.advance(15_000);
    expect(await errorOf(read())).toMatchObject({ status: 503, code: 'library_unreadable' });
  });
});

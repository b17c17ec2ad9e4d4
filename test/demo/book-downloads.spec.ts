import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BookDownloads } from '../../scripts/demo/book-downloads.js';
import { BOTH_PLACES, ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';

const BOOK = 'hc:1898';
const WRITER = { foreignAuthorId: 'hc:440501', name: 'H. G. Wells' };

describe('the imports and downloads of the simulated book library', () => {
  let chaptarr: ChaptarrFake;
  let downloads: BookDownloads;

  beforeEach(async () => {
    chaptarr = await new ChaptarrFake().start();
    chaptarr.given.nothing();
    chaptarr.given.catalog([
      { foreignBookId: BOOK, author: WRITER },
      { foreignBookId: 'hc:1895', author: WRITER },
    ]);
    downloads = new BookDownloads(chaptarr);
  });

  afterEach(() => chaptarr.stop());

  it('bring a late author after a while, with every book in both formats, of which the wanted one alone is monitored', async () => {
    chaptarr.given.lateAuthor(WRITER.foreignAuthorId);
    await add();
    downloads.moveTo(0);
    downloads.moveTo(7_999);
    expect(chaptarr.books).toEqual([]);
    downloads.moveTo(8_000);
    expect(chaptarr.imports).toEqual([]);
    const monitored = chaptarr.books.filter((book) => book.monitored);
    expect(chaptarr.books).toHaveLength(4);
    expect(monitored).toEqual([chaptarr.book(BOOK, 'audiobook')]);
  });

  it('come in after a search, rising, and end with a file', () => {
    const { id } = chaptarr.given.book({ foreignBookId: BOOK, format: 'audiobook' });
    chaptarr.searches.push({ bookIds: [id], via: 'command' });
    downloads.moveTo(0);
    downloads.moveTo(26_999);
    expect(chaptarr.book(BOOK, 'audiobook')?.files).toEqual([]);
    downloads.moveTo(27_000);
    expect(chaptarr.book(BOOK, 'audiobook')?.files).toHaveLength(1);
  });

  it('do not come without a search, nor for what has its file', () => {
    const { id } = chaptarr.given.book({ foreignBookId: BOOK, format: 'ebook', hasFile: true });
    chaptarr.given.book({ foreignBookId: BOOK, format: 'audiobook', monitored: true });
    chaptarr.searches.push({ bookIds: [id], via: 'command' });
    downloads.moveTo(0);
    downloads.moveTo(600_000);
    expect(chaptarr.book(BOOK, 'ebook')?.files).toHaveLength(1);
    expect(chaptarr.book(BOOK, 'audiobook')?.files).toEqual([]);
  });

  it('end with a record that is taken out of the library', () => {
    const { id } = chaptarr.given.book({ foreignBookId: BOOK, format: 'audiobook' });
    chaptarr.searches.push({ bookIds: [id], via: 'command' });
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    chaptarr.removeBook(id);
    expect(() => downloads.moveTo(600_000)).not.toThrow();
  });

  async function add(): Promise<void> {
    const body = {
      foreignBookId: BOOK,
      author: { ...WRITER, ...BOTH_PLACES, addOptions: { monitor: 'specificBook' } },
      editions: [{ foreignEditionId: 'hc:edition:18982', monitored: true }],
    };
    const answer = await fetch(`${chaptarr.url}/api/v1/book?mediaType=audiobook&apikey=${chaptarr.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(202);
  }
});

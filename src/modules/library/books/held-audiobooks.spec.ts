import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BookLibraryFixture, BOOKS, EDITIONS } from '../../../../test/harness/book-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';

const UNREADABLE = { status: 503, code: 'library_unreadable' };
const PRINTS = {
  ebook: [{ foreignEditionId: 'hc:edition:1', isbn13: '9791032305690', asin: 'B0DEMO0001' }],
  audiobook: [{ foreignEditionId: 'hc:edition:2', isbn13: '9780306406157', asin: 'B0DEMOAUD1' }],
};
const NUMBERS = { title: 'Salt', isbns: ['9780306406157'], asins: ['B0DEMOAUD1'] };

describe('BookLibraryService, audiobooks', () => {
  let fixture: BookLibraryFixture;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const numbers = (foreignId: string) => fixture.library.audiobookNumbers(fixture.id, foreignId);
  const give = (format: 'ebook' | 'audiobook', hasFile: boolean) =>
    fixture.chaptarr.given.book({ foreignBookId: 'hc:7', title: 'Salt', editions: PRINTS, format, hasFile });

  it('issue 21, listen: the numbers of the audiobook, and none of the ebook', async () => {
    give('ebook', true);
    const { id } = give('audiobook', true);
    await expect(numbers('hc:7')).resolves.toEqual(NUMBERS);
    await expect(numbers('bc:7')).resolves.toEqual(NUMBERS);
    const [asked] = fixture.chaptarr.calls(EDITIONS);
    expect([asked?.query.bookId].flat().map(Number)).toEqual([id]);
  });

  it('doc1 §4: null where the library has no audio file of the title, and no edition is asked for', async () => {
    give('ebook', true);
    await expect(numbers('hc:7')).resolves.toBeNull();
    give('audiobook', false);
    await fixture.clock.advance(15_000);
    await expect(numbers('hc:7')).resolves.toBeNull();
    await expect(numbers('hc:404')).resolves.toBeNull();
    expect(fixture.chaptarr.calls(EDITIONS)).toEqual([]);
  });

  it.each([BOOKS, EDITIONS])('doc1 §4: 503 where %s can not be read, never null', async (call) => {
    give('audiobook', true);
    fixture.chaptarr.fail(call, { status: 500 });
    expect(await errorOf(numbers('hc:7'))).toMatchObject(UNREADABLE);
  });

  it('doc1 §4: 503 where the records have changed since the library was read', async () => {
    const { id } = give('audiobook', true);
    await expect(numbers('hc:7')).resolves.toEqual(NUMBERS);
    const record = 'GET /api/v1/book/:id';
    for (const answer of [
      { status: 404, body: { message: 'NotFound' } },
      { body: { id, monitored: true, hasFiles: true, foreignBookId: 'hc:8' } },
    ]) {
      fixture.chaptarr.fail(record, answer);
      expect(await errorOf(numbers('hc:7'))).toMatchObject(UNREADABLE);
    }
    fixture.chaptarr.fail(record, { body: { id, monitored: true, hasFiles: false, foreignBookId: 'hc:7' } });
    await expect(numbers('hc:7')).resolves.toBeNull();
  });

  it('the number of a record in the shop of audiobooks is one too', async () => {
    fixture.chaptarr.given.book({
      foreignBookId: 'hc:7',
      audibleAsin: 'B0DEMOAUD9',
      editions: PRINTS,
      format: 'audiobook',
      hasFile: true,
    });
    await expect(numbers('hc:7')).resolves.toMatchObject({ asins: ['B0DEMOAUD9', 'B0DEMOAUD1'] });
  });

  it('issue 21, listen: each ASIN that an edition lists is one of its numbers', async () => {
    const moreAsins = ['B0DEMOAUD2', 'B0DEMOAUD3'];
    const editions = { audiobook: PRINTS.audiobook.map((print) => ({ ...print, moreAsins })) };
    fixture.chaptarr.given.book({ foreignBookId: 'hc:7', title: 'Salt', editions, format: 'audiobook', hasFile: true });
    await expect(numbers('hc:7')).resolves.toMatchObject({ asins: ['B0DEMOAUD1', ...moreAsins] });
  });

  it('503 where a record that can not be read may be the title', async () => {
    fixture.chaptarr.fail(BOOKS, { body: [{ id: 1, foreignBookId: 'hc:7' }] });
    expect(await errorOf(numbers('hc:7'))).toMatchObject(UNREADABLE);
  });

  it('503 once two seconds are over', async () => {
    const letGo = fixture.chaptarr.hold(BOOKS);
    const arrival = fixture.chaptarr.nextCall(BOOKS);
    const answer = errorOf(numbers('hc:7'));
    await arrival;
    await fixture.clock.advance(2_000);
    expect(await answer).toMatchObject(UNREADABLE);
    letGo();
  });
});

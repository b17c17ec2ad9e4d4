import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BooksFixture } from './books-fixture.js';

const FILES = 'GET /api/v1/bookfile';

describe('doc2 §4, doc4 §2: book-recent', () => {
  let fixture: BooksFixture;

  beforeEach(async () => {
    fixture = await BooksFixture.open();
  });

  afterEach(() => fixture.close());

  const recent = async (query = ''): Promise<readonly Record<string, unknown>[]> => {
    const { status, body } = await fixture.get('book-recent', query);
    expect(status).toBe(200);
    return (body as { items: Record<string, unknown>[] }).items;
  };
  const add = (count: number): void => {
    for (let at = 1; at <= count; at += 1) {
      const author = { foreignAuthorId: `hc:${at}`, name: `Author ${at}` };
      fixture.chaptarr.given.book({ foreignBookId: `hc:${500 + at}`, author, format: 'ebook', hasFile: true });
    }
  };

  it('the titles whose files came last, both formats of one as one', async () => {
    const [first] = await recent();
    expect(first).toEqual({
      book_id: 51,
      foreign_book_id: 'hc:330101',
      title: 'The Salt Cartographer',
      format: 'ebook',
      cover: fixture.art('Books/51/cover.jpg'),
      imported_at: expect.any(String) as string,
    });
    await fixture.app.clock.advance(1_000);
    fixture.chaptarr.importFile(52);
    await fixture.report();
    expect(await recent()).toMatchObject([
      { book_id: 52, format: '', imported_at: new Date(fixture.app.clock.now()).toISOString() },
    ]);
  });

  it('20 of them, or as many as are asked for, at most 50', async () => {
    add(60);
    const counts = [];
    for (const query of ['', 'limit=', 'limit=7', 'limit=50', 'limit=51']) counts.push((await recent(query)).length);
    expect(counts).toEqual([20, 20, 7, 50, 50]);
  });

  it.each(['0', '-1', 'x', '1.5', '1e1'])('400 for a limit of %s', async (limit) => {
    expect((await fixture.get('book-recent', `limit=${limit}`)).status).toBe(400);
  });

  it('a webhook about an import drops the list; the new one costs the files of one author', async () => {
    add(20);
    await recent();
    fixture.chaptarr.forgetCalls();
    await fixture.app.clock.advance(1_000);
    fixture.chaptarr.importFile(52);
    expect(await recent()).not.toMatchObject([{ book_id: 52 }]);
    await fixture.report();
    const [newest] = await recent();
    expect([newest?.book_id, fixture.chaptarr.calls(FILES).length]).toEqual([52, 1]);
  });

  it('503 when the files of one author can’t be read', async () => {
    add(20);
    fixture.chaptarr.fail(FILES, 500);
    expect((await fixture.get('book-recent')).status).toBe(503);
  });
});

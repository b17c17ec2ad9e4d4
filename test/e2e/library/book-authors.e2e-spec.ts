import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BooksFixture } from './books-fixture.js';

const AUTHORS = [
  { foreignAuthorId: 'hc:1', name: 'Zora Finch', titles: ['hc:11', 'hc:12', 'hc:13'], held: 2 },
  { foreignAuthorId: 'hc:2', name: 'Ana Brook', titles: ['hc:21', 'hc:22'], held: 2 },
  { foreignAuthorId: 'hc:3', name: 'Milo Reed', titles: ['hc:31'], held: 0 },
];

const YEARS: Readonly<Record<string, string | null>> = {
  'hc:11': '2019-01-01T00:00:00Z',
  'hc:12': null,
  'hc:13': '2021-01-01T00:00:00Z',
};

describe('doc2 §4, doc4 §2: book-authors and book-author', () => {
  let fixture: BooksFixture;

  beforeAll(async () => {
    fixture = await BooksFixture.open();
    fixture.chaptarr.given.nothing();
    for (const { titles, held, ...author } of AUTHORS) {
      for (const [at, foreignBookId] of titles.entries()) {
        const given = { foreignBookId, author, releaseDate: YEARS[foreignBookId] ?? null };
        for (const format of ['ebook', 'audiobook'] as const) {
          fixture.chaptarr.given.book({ ...given, format, hasFile: at < held });
        }
      }
      await fixture.app.clock.advance(1_000);
    }
    fixture.chaptarr.given.author({ foreignAuthorId: 'hc:9', name: 'Nobody Yet' });
  });

  afterAll(() => fixture.close());

  const names = async (query = ''): Promise<readonly unknown[]> => {
    const { body } = await fixture.get('book-authors', query);
    const { authors, total } = body as { authors: { name: string }[]; total: number };
    return [...authors.map(({ name }) => name), total];
  };

  it('each with titles and what of them is on disk; those without a title are left out', async () => {
    const { status, body } = await fixture.get('book-authors', 'sort=name');
    const shown = (title_count: number, available_count: number) => ({
      title_count,
      available_count,
      foreign_author_id: expect.any(String) as string,
      name: expect.any(String) as string,
      image: expect.stringContaining('/MediaCover/') as string,
      added: expect.any(String) as string,
    });
    expect([status, body]).toEqual([200, { authors: [shown(2, 2), shown(1, 0), shown(3, 2)], total: 3 }]);
  });

  it.each([
    ['', ['Ana Brook', 'Zora Finch', 'Milo Reed', 3]],
    ['sort=books', ['Ana Brook', 'Zora Finch', 'Milo Reed', 3]],
    ['sort=unknown', ['Ana Brook', 'Zora Finch', 'Milo Reed', 3]],
    ['sort=name', ['Ana Brook', 'Milo Reed', 'Zora Finch', 3]],
    ['sort=added', ['Milo Reed', 'Ana Brook', 'Zora Finch', 3]],
  ])('ordered by %s', async (query, order) => {
    expect(await names(query)).toEqual(order);
  });

  it('the page of an author: all titles, the newest year first', async () => {
    const { status, body } = await fixture.get('book-author', 'foreign_id=hc:1');
    expect([status, body]).toMatchObject([
      200,
      {
        author: { name: 'Zora Finch', title_count: 3, available_count: 2 },
        titles: [
          { foreign_book_id: 'hc:13', year: 2021, ebook: { downloaded: false } },
          { foreign_book_id: 'hc:11', year: 2019, author: 'Zora Finch' },
          { foreign_book_id: 'hc:12', year: 0 },
        ],
      },
    ]);
  });

  it.each([
    [404, 'foreign_id=hc:404'],
    [404, 'foreign_id=hc:9'],
    [400, 'foreign_id='],
    [400, ''],
    [400, 'foreign_id=hc:1&foreign_id=hc:2'],
  ])('the page of an author: %d for %s', async (status, query) => {
    expect((await fixture.get('book-author', query)).status).toBe(status);
  });

  it('503 while the authors can’t be read', async () => {
    for (const [list, query] of [
      ['book-authors', ''],
      ['book-author', 'foreign_id=hc:1'],
    ] as const) {
      await fixture.report();
      fixture.chaptarr.fail('GET /api/v1/author', 500);
      expect((await fixture.get(list, query)).status).toBe(503);
    }
  });

  it('a webhook about an author drops the list', async () => {
    await fixture.report();
    const before = await names();
    fixture.chaptarr.given.book({
      foreignBookId: 'hc:91',
      author: { foreignAuthorId: 'hc:9', name: 'Nobody Yet' },
      format: 'ebook',
    });
    expect(await names()).toEqual(before);
    await fixture.chaptarr.sendWebhook('AuthorAdded');
    expect(await names()).toEqual(['Ana Brook', 'Zora Finch', 'Milo Reed', 'Nobody Yet', 4]);
  });
});

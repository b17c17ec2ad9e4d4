import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BooksFixture } from './books-fixture.js';

const BOOKS = [
  { foreignBookId: 'hc:1', seriesTitle: 'Alder #1', hasFile: true },
  { foreignBookId: 'hc:2', seriesTitle: 'Alder #2', hasFile: true },
  { foreignBookId: 'hc:3', seriesTitle: 'Alder #0.5', hasFile: false },
  { foreignBookId: 'hc:4', seriesTitle: 'Birch', hasFile: true },
  { foreignBookId: 'hc:5', seriesTitle: 'Cedar #1', hasFile: false },
];

describe('doc2 §4, doc4 §2: book-series and book-series-detail', () => {
  let fixture: BooksFixture;
  let covers: ReadonlyMap<string, string>;

  beforeAll(async () => {
    fixture = await BooksFixture.open();
    fixture.chaptarr.given.nothing();
    const made = BOOKS.map((book) => fixture.chaptarr.given.book({ ...book, format: 'ebook' }));
    covers = new Map(made.map(({ foreignBookId, id }) => [foreignBookId, fixture.art(`Books/${id}/cover.jpg`)]));
  });

  afterAll(() => fixture.close());

  const series = (name: string, title_count: number, available_count: number, ...of: string[]) => ({
    name,
    title_count,
    available_count,
    covers: of.map((id) => covers.get(id)),
  });

  it('those with something on disk, most of it first', async () => {
    const { status, body } = await fixture.get('book-series');
    const all = [series('Alder', 3, 2, 'hc:1', 'hc:2', 'hc:3'), series('Birch', 1, 1, 'hc:4')];
    expect([status, body]).toEqual([200, { series: all, total: 2 }]);
  });

  it('by name', async () => {
    fixture.chaptarr.given.book({ foreignBookId: 'hc:6', seriesTitle: 'Birch #2', hasFile: true, format: 'ebook' });
    fixture.chaptarr.given.book({ foreignBookId: 'hc:7', seriesTitle: 'Birch #3', hasFile: true, format: 'ebook' });
    await fixture.report();
    const names = async (query: string): Promise<readonly string[]> => {
      const { body } = await fixture.get('book-series', query);
      return (body as { series: { name: string }[] }).series.map(({ name }) => name);
    };
    expect([await names('sort=name'), await names('sort=books'), await names('sort=added')]).toEqual([
      ['Alder', 'Birch'],
      ['Birch', 'Alder'],
      ['Birch', 'Alder'],
    ]);
  });

  it('the page of a series: every title with its position, also with nothing on disk', async () => {
    const { status, body } = await fixture.get('book-series-detail', 'name=Alder');
    expect([status, body]).toMatchObject([
      200,
      {
        series: series('Alder', 3, 2, 'hc:1', 'hc:2', 'hc:3'),
        titles: [
          { foreign_book_id: 'hc:3', position: '0.5', series: 'Alder', series_position: '0.5' },
          { foreign_book_id: 'hc:1', position: '1', author: 'Ines Valdor', status_known: true },
          { foreign_book_id: 'hc:2', position: '2', ebook: { monitored: false, downloaded: true } },
        ],
      },
    ]);
    const unowned = await fixture.get('book-series-detail', 'name=Cedar');
    expect([unowned.status, unowned.body]).toMatchObject([200, { series: { name: 'Cedar', available_count: 0 } }]);
  });

  it.each([
    [404, 'name=Dogwood'],
    [400, 'name='],
    [400, ''],
    [400, 'name=Alder&name=Birch'],
  ])('the page of a series: %d for %s', async (status, query) => {
    expect((await fixture.get('book-series-detail', query)).status).toBe(status);
  });
});

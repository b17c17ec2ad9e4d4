import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limitContent } from '../../harness/kids-policy.js';
import { BooksFixture } from './books-fixture.js';

const LISTS = [
  ['book-library', { titles: [], authors: [] }],
  ['book-recent', { items: [] }],
  ['book-authors', { authors: [], total: 0 }],
  ['book-series', { series: [], total: 0 }],
] as const;

const PAGES = [
  ['book-author', 'foreign_id', 'hc:440501'],
  ['book-series-detail', 'name', 'Tidal Atlas'],
] as const;

const EVERY = [
  ...LISTS.map(([list]) => [list, ''] as const),
  ...PAGES.map(([list, name, value]) => [list, `${name}=${value}`] as const),
];

describe('doc4 §2: a book library', () => {
  let fixture: BooksFixture;

  beforeAll(async () => {
    fixture = await BooksFixture.open();
  });

  afterAll(() => fixture.close());

  it('book-library: its titles and their authors', async () => {
    const { status, body } = await fixture.get('book-library');
    expect([status, body]).toEqual([
      200,
      {
        titles: [
          {
            title: 'The Salt Cartographer',
            author: 'Ines Valdor',
            author_foreign_id: 'hc:440501',
            year: 2023,
            series: 'Tidal Atlas',
            series_position: '1',
            foreign_book_id: 'hc:330101',
            identity_keys: [
              'native:hc:330101',
              'work:hc:330101',
              'work:gr:6600101',
              'edition:hc:220101',
              'edition:hc:220102',
            ],
            status_known: true,
            cover: fixture.art('Books/51/cover.jpg'),
            ebook: { monitored: true, downloaded: true },
            audiobook: { monitored: false, downloaded: false },
          },
        ],
        authors: [
          {
            foreign_author_id: 'hc:440501',
            name: 'Ines Valdor',
            image: fixture.art('5/poster.jpg'),
            title_count: 1,
            available_count: 1,
            added: expect.any(String) as string,
          },
        ],
      },
    ]);
  });

  it('doc1 proxy rule 1: members get the pictures that it names', async () => {
    for (const path of ['Books/51/cover.jpg', '5/poster.jpg']) {
      expect((await fixture.ana.get(fixture.art(path))).status).toBe(200);
      expect((await fixture.ben.get(fixture.art(path))).status).toBe(403);
    }
  });

  describe('who may read it', () => {
    it.each(LISTS)('%s: nothing without a grant, and by the name of the library neither', async (list, empty) => {
      for (const query of ['', `instance_id=${fixture.id}`]) {
        const { status, body } = await fixture.get(list, query, fixture.ben);
        expect([status, body]).toEqual([200, empty]);
      }
    });

    it.each(PAGES)('%s: 403 without a grant', async (page, name, value) => {
      for (const more of ['', `&instance_id=${fixture.id}`]) {
        expect((await fixture.get(page, `${name}=${value}${more}`, fixture.ben)).status).toBe(403);
      }
    });

    it.each(EVERY)('%s: 400 for an unknown library', async (list, query) => {
      for (const session of [fixture.ana, fixture.admin]) {
        expect((await fixture.get(list, `${query}&instance_id=nothing`, session)).status).toBe(400);
      }
    });

    it.each(EVERY)('%s: a kids account that holds the library gets all of it', async (list, query) => {
      const child = await fixture.app.invite(`child-${list}`);
      await limitContent(fixture.admin, child);
      const [theirs, all] = [await fixture.get(list, query, child), await fixture.get(list, query)];
      expect([theirs.status, theirs.body]).toEqual([200, all.body]);
    });
  });
});

describe('doc4 §2: a book library that can’t be read', () => {
  let fixture: BooksFixture;

  beforeAll(async () => {
    fixture = await BooksFixture.open();
  });

  afterEach(() => fixture.report());

  afterAll(() => fixture.close());

  it.each(EVERY)('%s: 503, never an empty list', async (list, query) => {
    fixture.chaptarr.fail('GET /api/v1/book', 500);
    const { status, body } = await fixture.get(list, query);
    expect([status, body]).toEqual([
      503,
      { error: 'the library can not be read for now, try again shortly', code: 'library_unreadable' },
    ]);
  });

  it('book-library: its authors alone are null', async () => {
    fixture.chaptarr.fail('GET /api/v1/author', 500);
    expect((await fixture.get('book-library')).body).toMatchObject({ titles: [{ author: '' }], authors: null });
  });

  it('book-library: the status of a title is unknown while a record of it makes no sense or names no format', async () => {
    const named = { monitored: true, hasFiles: false };
    fixture.chaptarr.route('GET /api/v1/book', () => ({
      body: [
        { id: 1, foreignBookId: 'hc:1', title: 'No format', ...named },
        { id: 2, foreignBookId: 'hc:2', title: 'Half read', mediaType: 'ebook', ...named },
        { id: 3, foreignBookId: 'hc:2', title: 'Half read', mediaType: 'audiobook' },
        { id: 4, foreignBookId: 'hc:4', title: 'Known', mediaType: 'ebook', ...named },
      ],
    }));
    const { titles } = (await fixture.get('book-library')).body as {
      titles: { title: string; status_known: boolean }[];
    };
    expect(titles.map(({ title, status_known }) => [title, status_known])).toEqual([
      ['No format', false],
      ['Half read', false],
      ['Known', true],
    ]);
  });
});

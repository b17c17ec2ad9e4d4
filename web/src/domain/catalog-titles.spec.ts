import { describe, expect, it } from 'vitest';
import { arrivedAlbums, arrivedBooks, bookCover, listedAlbums, listedBooks } from './catalog-titles.js';

const GROUP = '1f0e5b7a-0000-4aaa-8bbb-00000000a001';

describe('issue 22, music and books: what cards show', () => {
  it('of albums, each once, with the cover from this server where there may be one', () => {
    const album = {
      foreign_id: GROUP.toUpperCase(),
      title: 'Long Wave',
      artist: 'Glass Meridian',
      release_date: '2024-05',
    };
    expect(listedAlbums([album, { ...album, artwork: '/x' }])).toEqual([
      { kind: 'music', id: GROUP, title: 'Long Wave', by: 'Glass Meridian', year: '2024' },
    ]);
    expect(listedAlbums([{ ...album, artwork: '/x' }])[0]?.cover).toBe(`/api/pictures/music/${GROUP}`);
    expect(arrivedAlbums([{ foreign_album_id: GROUP, title: 'Long Wave', artist: '' }])).toEqual([
      { kind: 'music', id: GROUP, title: 'Long Wave', by: '', year: '', cover: `/api/pictures/music/${GROUP}` },
    ]);
  });

  it('of books, by one id whatever the list calls them', () => {
    const book = {
      foreign_id: 'bc:7',
      title: 'Salt',
      authors: ['Ines Valdor', 'Somebody'],
      year: null,
      image_url: null,
    };
    expect(listedBooks([book, { ...book, foreign_id: 'hc:7', year: 2025 }])).toEqual([
      { kind: 'book', id: 'hc:7', title: 'Salt', by: 'Ines Valdor, Somebody', year: '' },
    ]);
    expect(
      arrivedBooks([{ foreign_book_id: 'hc:7', title: 'Salt', cover: '/api/instances/x/MediaCover/1.jpg' }]),
    ).toEqual([{ kind: 'book', id: 'hc:7', title: 'Salt', by: '', year: '' }]);
  });

  it('nothing of what has no title, or no id that an address can have', () => {
    const arrived = [
      { foreign_album_id: '', title: 'No id', artist: '' },
      { foreign_album_id: '../../admin', title: 'Elsewhere', artist: '' },
      { foreign_album_id: GROUP, title: ' ', artist: '' },
    ];
    expect(arrivedAlbums(arrived)).toEqual([]);
  });
});

describe('security 8: the cover of a book', () => {
  it('comes from this server', () => {
    expect(bookCover('https://assets.hardcover.app/books/7/cover.jpg')).toBe('/api/pictures/books/books/7/cover.jpg');
  });

  it.each([
    null,
    undefined,
    '',
    'http://assets.hardcover.app/a.jpg',
    'https://assets.hardcover.app.evil.example/a.jpg',
    'https://assets.hardcover.app/a/../b.jpg',
    'https://assets.hardcover.app/a.jpg?x=1',
    'https://user@assets.hardcover.app/a.jpg',
    'https://evil.example/a.jpg',
  ])('is none for %j', (address) => {
    expect(bookCover(address)).toBeUndefined();
  });
});

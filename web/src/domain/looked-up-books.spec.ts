import { describe, expect, it } from 'vitest';
import { lookedUpBooks } from './looked-up-books.js';

const SALT = {
  foreignBookId: 'hc:330101',
  title: 'Salt',
  author: { authorName: 'Ines Valdor' },
  releaseDate: '2023-06-01T00:00:00Z',
  overview: ' About the sea. ',
  seriesTitle: 'Tidal Atlas #1',
  images: [{ url: '/MediaCover/Books/0/cover.jpg', remoteUrl: 'https://assets.hardcover.app/edition/1/cover.jpg' }],
  mediaType: 'ebook',
};

describe('doc2 §4 Books, native search: what a library’s lookup has found', () => {
  it('is one book of both formats, in the order of the answer', () => {
    const other = { ...SALT, foreignBookId: 'HC:2', title: 'Other', images: 'x', releaseDate: '0001-01-01T00:00:00Z' };
    expect(lookedUpBooks([SALT, other, { ...SALT, mediaType: 'audiobook' }])).toEqual([
      {
        kind: 'book',
        id: 'hc:330101',
        title: 'Salt',
        by: 'Ines Valdor',
        year: '2023',
        overview: 'About the sea.',
        series: 'Tidal Atlas #1',
        formats: ['ebook', 'audiobook'],
        cover: '/api/pictures/books/edition/1/cover.jpg',
      },
      expect.objectContaining({ id: 'hc:2', title: 'Other', year: '', formats: ['ebook'] }),
    ]);
  });

  it.each([
    undefined,
    null,
    {},
    'x',
    [null, 7, {}],
    [{ ...SALT, foreignBookId: 'hc:0' }],
    [{ ...SALT, foreignBookId: '../1' }],
    [{ ...SALT, title: '' }],
  ])('security 22: is nothing where the answer is something else: %j', (answer) => {
    expect(lookedUpBooks(answer)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { catalogBody, firstChoice, requestBody } from './request-body.js';

describe('issue 22: what the dialog of a request sends', () => {
  it('for a film: its number and title, and the quality only where one was chosen', () => {
    const film = { kind: 'movie', id: 603, title: 'Metropolis', seasons: [1], quality: undefined } as const;
    expect(requestBody(film)).toEqual({ media_type: 'movie', tmdb_id: 603, title: 'Metropolis' });
    expect(requestBody({ ...film, quality: 4 })).toMatchObject({ quality_profile_id: 4 });
    expect(requestBody({ ...film, library: 'more' })).toMatchObject({ instance_id: 'more' });
  });

  it('for a series: the chosen seasons, and none where the server chooses', () => {
    const series = { kind: 'tv', id: 7, title: 'The Planets', quality: undefined } as const;
    expect(requestBody({ ...series, seasons: [1, 2] })).toEqual({ media_type: 'tv', tmdb_id: 7, seasons: [1, 2] });
    expect(requestBody({ ...series, seasons: undefined })).toEqual({ media_type: 'tv', tmdb_id: 7 });
  });

  it.each([
    ['all', [0, 1, 2, 3], [1, 2, 3]],
    ['first', [0, 1, 2, 3], [1]],
    ['latest', [0, 1, 2, 3], [3]],
    ['all', [0, 2], [2]],
    ['latest', [1, 2], []],
    ['pilot', [0, 1, 2, 3], undefined],
  ] as const)(
    'by the default %s, with %j not there yet, %j is chosen at first: never the specials',
    (scope, open, chosen) => {
      expect(firstChoice([0, 1, 2, 3], open, scope)).toEqual(chosen);
    },
  );
});

describe('doc4 §1.2: the body of a request for an album or a book', () => {
  const book = { kind: 'book', id: 'hc:7', title: 'Salt', library: undefined } as const;

  it.each([
    [['ebook'], 'ebook'],
    [['audiobook'], 'audiobook'],
    [['ebook', 'audiobook'], 'both'],
  ] as const)('names the formats %j of a book as %s', (formats, book_format) => {
    expect(catalogBody({ ...book, formats })).toEqual({
      media_type: 'book',
      foreign_id: 'hc:7',
      title: 'Salt',
      book_format,
    });
  });

  it('names the catalog of an album, and the library where one was chosen', () => {
    expect(catalogBody({ kind: 'music', id: 'a-b', title: 'Long Wave', library: 'more', formats: [] })).toEqual({
      media_type: 'music',
      foreign_id: 'a-b',
      title: 'Long Wave',
      catalog_ref: { provider: 'music_metadata', id: 'a-b' },
      instance_id: 'more',
    });
  });
});

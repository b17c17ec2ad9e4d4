import { describe, expect, it } from 'vitest';
import { albumFacts, bookFacts } from './catalog-facts.js';

const ALBUM = {
  foreign_id: 'AB-1',
  title: 'Long Wave',
  artist: 'Glass Meridian',
  release_type: 'album',
  secondary_types: ['Live'],
  genres: ['one', 'two', 'three', 'four', 'five', 'six'],
};

describe('issue 22, music and books: what a page says', () => {
  it('of an album: its type, year and genres, and its cover where there may be one', () => {
    const shown = albumFacts(
      { ...ALBUM, release_date: '2024-05-01', artwork: '/x', disambiguation: 'first' },
      { album: 'Album' },
    );
    expect(shown).toEqual({
      ...{ id: 'ab-1', title: 'Long Wave', by: 'Glass Meridian', overview: '', formats: [] },
      ...{ released: '2024-05-01', type: 'Album', series: '' },
      facts: ['', 'Live', '2024', 'one', 'two', 'three', 'four', 'five', 'first'],
      cover: '/api/pictures/music/ab-1',
    });
    expect(albumFacts(ALBUM, {})).toMatchObject({
      facts: ['', 'Live', '', 'one', 'two', 'three', 'four', 'five', ''],
      cover: undefined,
    });
  });

  it('of a book: its year and its series, and which formats there are', () => {
    const book = { kind: 'book', id: 'hc:7', title: 'Salt', by: 'Ines Valdor', year: '2023' } as const;
    expect(bookFacts({ ...book, overview: 'Sea.', series: 'Atlas #1', formats: ['ebook'] })).toEqual({
      ...{ id: 'hc:7', title: 'Salt', by: 'Ines Valdor', overview: 'Sea.', cover: undefined, formats: ['ebook'] },
      ...{ released: '2023', type: '', series: 'Atlas #1' },
      facts: ['2023', 'Atlas #1'],
    });
  });
});

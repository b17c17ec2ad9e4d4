import { describe, expect, it } from 'vitest';
import { audiobookshelfFinding } from './audiobookshelf-books.js';

const METADATA = { title: 'Salt', narratorName: 'Theo Lund,  Ada ', isbn: '978-0-00', asin: 'B0', explicit: false };

const row = (media: object = {}, metadata: object = {}, item: object = {}): unknown => ({
  libraryItem: {
    id: 'item-1',
    libraryId: 'library-1',
    media: { metadata: { ...METADATA, ...metadata }, tags: ['kids'], numTracks: 2, ...media },
    ...item,
  },
});

const read = (...parts: Parameters<typeof row>) => audiobookshelfFinding.parse(row(...parts));

describe('a book that a search found', () => {
  it('is read where it is written short', () => {
    expect(read()).toEqual({
      id: 'item-1',
      libraryId: 'library-1',
      title: 'Salt',
      narrators: ['Theo Lund', 'Ada'],
      isbn: '978-0-00',
      asin: 'B0',
      tags: ['kids'],
      isExplicit: false,
      hasAudio: true,
      isMissing: false,
    });
  });

  it('is read where it is written long', () => {
    const long = { numTracks: undefined, tracks: [{}], audioFiles: [] };
    expect(read(long, { narratorName: undefined, narrators: ['Lund, Theo'] })).toMatchObject({
      narrators: ['Lund, Theo'],
      hasAudio: true,
    });
    expect(read({ numTracks: undefined, audioFiles: [{}] })).toMatchObject({ hasAudio: true });
    expect(read({ numTracks: undefined, audioFiles: [] })).toMatchObject({ hasAudio: false });
  });

  it.each([
    [{ numTracks: 0 }, {}, { hasAudio: false }],
    [{ numTracks: undefined }, {}, { hasAudio: null }],
    [{ numTracks: -1 }, {}, { hasAudio: null }],
    [{ tags: undefined }, {}, { tags: null }],
    [{ tags: 'kids' }, {}, { tags: null }],
    [{ tags: ['kids', 7] }, {}, { tags: null }],
    [{ tags: [] }, {}, { tags: [] }],
    [{}, { explicit: undefined }, { isExplicit: null }],
    [{}, { explicit: 'true' }, { isExplicit: null }],
    [{}, { explicit: true }, { isExplicit: true }],
    [{}, { isbn: null, asin: ' ' }, { isbn: null, asin: null }],
    [{}, { isbn: 9_780_000_000_019 }, { isbn: null }],
    [{}, { isbn: '9'.repeat(65) }, { isbn: null }],
    [{}, { title: null, narratorName: null }, { title: '', narrators: [] }],
  ])('issue 21: says only what is said: %j %j', (media, metadata, said) => {
    expect(read(media, metadata)).toMatchObject(said);
  });

  it.each([{ isMissing: true }, { isInvalid: true }])('is missing with %j', (item) => {
    expect(read({}, {}, item)).toMatchObject({ isMissing: true });
  });

  it.each([
    [row({}, {}, { id: null })],
    [row({}, {}, { id: '../item' })],
    [row({}, {}, { libraryId: undefined })],
    [row({ metadata: null })],
    [{ libraryItem: null }],
    [null],
  ])('security 34: can not be read out of %j', (found) => {
    expect(audiobookshelfFinding.safeParse(found).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { AudiobookshelfBook } from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import { isSought, searchTexts } from './sought-book.js';

const NUMBERS = { title: 'Salt', isbns: ['9780306406157'], asins: ['B0DEMOAUD1'] };
const BOOK: AudiobookshelfBook = {
  id: 'b1',
  libraryId: 'l1',
  title: 'Salt',
  narrators: [],
  isbn: null,
  asin: null,
  tags: [],
  isExplicit: false,
  hasAudio: true,
  isMissing: false,
};

describe('doc1 §4 listen: exact ISBN or ASIN', () => {
  it.each<readonly [string, Partial<AudiobookshelfBook>, boolean]>([
    ['nothing but the same title', {}, false],
    ['the ISBN', { isbn: '9780306406157' }, true],
    ['the ISBN with hyphens', { isbn: '978-0-306-40615-7' }, true],
    ['the ISBN of ten', { isbn: '0-306-40615-2' }, true],
    ['the ISBN of ten as an ASIN', { asin: '0306406152' }, true],
    ['another ISBN', { isbn: '9791032305690' }, false],
    ['an ISBN that only contains it', { isbn: '97803064061570' }, false],
    ['the ASIN', { asin: 'b0demoaud1' }, true],
    ['another ASIN', { asin: 'B0DEMOAUD2' }, false],
    ['an ASIN that only contains it', { asin: 'B0DEMOAUD12' }, false],
    ['the ASIN, and another ISBN', { asin: 'B0DEMOAUD1', isbn: '9791032305690' }, true],
    ['the ASIN, to read', { asin: 'B0DEMOAUD1', hasAudio: false }, false],
    ['the ASIN, with audio that is not counted', { asin: 'B0DEMOAUD1', hasAudio: null }, true],
    ['the ASIN, without its files', { asin: 'B0DEMOAUD1', isMissing: true }, false],
  ])('%s', (_what, book, sought) => {
    expect(isSought({ ...BOOK, ...book }, NUMBERS)).toBe(sought);
  });

  it('nothing is sought by no number', () => {
    expect(isSought(BOOK, { title: 'Salt', isbns: [], asins: [] })).toBe(false);
  });
});

describe('what is searched for', () => {
  it.each([
    ['all there is', NUMBERS, ['Salt', 'B0DEMOAUD1', '9780306406157', '0306406152']],
    ['no title', { ...NUMBERS, title: ' ' }, ['B0DEMOAUD1', '9780306406157', '0306406152']],
    ['an ISBN without a form of ten', { title: '', isbns: ['9791032305690'], asins: [] }, ['9791032305690']],
  ])('%s', (_what, numbers, texts) => {
    expect(searchTexts(numbers)).toEqual(texts);
  });

  it('is bounded', () => {
    const asins = Array.from({ length: 40 }, (_, at) => `B0DEMO${String(at).padStart(4, '0')}`);
    expect(searchTexts({ ...NUMBERS, asins })).toHaveLength(13);
  });
});

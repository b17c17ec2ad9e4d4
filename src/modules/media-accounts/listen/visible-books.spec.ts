import { describe, expect, it } from 'vitest';
import type { AudiobookshelfBook } from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import type { AudiobookshelfAccess, AudiobookshelfUser } from '../../../clients/audiobookshelf/audiobookshelf-user.js';
import { isVisible, seenBooks, visibleLibraries } from './visible-books.js';

const ACCESS: AudiobookshelfAccess = { libraries: 'all', tags: 'all', explicitContent: false };
const ACCOUNT: AudiobookshelfUser = {
  id: 'u1',
  username: 'mara',
  isAdministrator: false,
  isActive: true,
  access: ACCESS,
};
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

describe('issue 21, listen: our key sees everything, so what an account sees is ours to judge', () => {
  it.each([
    ['a regular one', ACCOUNT, ACCESS],
    [
      'an administrator, even without access of its own',
      { ...ACCOUNT, isAdministrator: true, access: null },
      'everything',
    ],
    ['one that is gone', null, null],
    ['one that is switched off', { ...ACCOUNT, isActive: false }, null],
    ['an administrator who is switched off', { ...ACCOUNT, isActive: false, isAdministrator: true }, null],
    ['one whose access can not be read', { ...ACCOUNT, access: null }, null],
  ])('the account: %s', (_which, account, seen) => {
    expect(seenBooks(account)).toEqual(seen);
  });

  it.each([
    ['everything', 'everything', ['l1', 'l2']],
    ['all libraries', ACCESS, ['l1', 'l2']],
    ['one of them', { ...ACCESS, libraries: ['l2', 'pods', 'gone'] }, ['l2']],
    ['none', { ...ACCESS, libraries: [] }, []],
  ] as const)('libraries of books, of those who see %s', (_which, seen, ids) => {
    const libraries = [
      { id: 'l1', name: 'Books', mediaType: 'book' },
      { id: 'pods', name: 'Podcasts', mediaType: 'podcast' },
      { id: 'l2', name: 'More', mediaType: 'book' },
    ];
    expect(visibleLibraries(libraries, seen).map(({ id }) => id)).toEqual(ids);
  });

  const kids = { ...BOOK, tags: ['kids', 'sea'] };
  const unread = { ...BOOK, tags: null };
  const only = (...tags: string[]) => ({ ...ACCESS, tags: { only: tags } });
  const without = (...tags: string[]) => ({ ...ACCESS, tags: { without: tags } });

  it.each([
    ['all tags, one has some', kids, ACCESS, true],
    ['all tags, they can not be read', unread, ACCESS, true],
    ['one of the tags', kids, only('adults', 'sea'), true],
    ['none of the tags', kids, only('adults'), false],
    ['a tag in another case', kids, only('Kids'), false],
    ['some tags, the book has none', BOOK, only('kids'), false],
    ['no tag at all', kids, only(), false],
    ['some tags, they can not be read', unread, only('kids'), false],
    ['without one of its tags', kids, without('sea'), false],
    ['without others', kids, without('adults'), true],
    ['without some, the book has none', BOOK, without('kids'), true],
    ['without some, they can not be read', unread, without('kids'), false],
  ] as const)('tags: %s', (_which, book, seen, visible) => {
    expect(isVisible(book, seen)).toBe(visible);
    expect(isVisible(book, 'everything')).toBe(true);
  });

  it.each([
    [false, false, true],
    [true, false, false],
    [null, false, false],
    [true, true, true],
    [null, true, true],
  ])('explicit: %s, for who may see such books: %s', (isExplicit, explicitContent, visible) => {
    expect(isVisible({ ...BOOK, isExplicit }, { ...ACCESS, explicitContent })).toBe(visible);
  });
});

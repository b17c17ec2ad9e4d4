import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { failureOf } from '../../../../test/harness/upstream-failure.js';
import type { AudiobookshelfBook } from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import type { AudiobookshelfAccess, AudiobookshelfUser } from '../../../clients/audiobookshelf/audiobookshelf-user.js';
import { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { silentLog } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { findAudiobook, isSought, isVisible, searchTexts, visibleBooks, visibleLibraries } from './find-audiobook.js';

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

const ACCESS: AudiobookshelfAccess = { libraries: 'all', tags: 'all', explicitContent: false };
const ACCOUNT: AudiobookshelfUser = {
  id: 'u1',
  username: 'mara',
  isAdministrator: false,
  isActive: true,
  access: ACCESS,
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
    expect(visibleBooks(account)).toEqual(seen);
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

const KEY = 'canary-abs-key';
const [BOOKS, MORE] = ['lib-books', 'lib-more'] as const;

describe('issue 21, listen: an audiobook on a server', () => {
  let fake: AudiobookshelfFake;
  let client: AudiobookshelfClient;

  beforeEach(async () => {
    const clock = new MovedClock();
    fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
    fake.given.library({ id: BOOKS, name: 'Audiobooks' });
    fake.given.library({ id: MORE, name: 'More' });
    client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
  });

  afterEach(() => fake.stop());

  const find = (remoteUserId: string, numbers = NUMBERS) =>
    findAudiobook(client, remoteUserId, numbers, new AbortController().signal);
  const idsFor = async (remoteUserId: string) => (await find(remoteUserId)).map(({ id }) => id);
  const searches = (): readonly unknown[] => fake.calls(AUDIOBOOKSHELF_CALLS.search).map(({ query }) => query.q);

  it('doc1 §4: exact matches alone, with their library and narrators', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1', narrators: ['A', 'B'] });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD2' });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1', tracks: 0 });
    expect(await find(mara)).toEqual([{ id, title: 'Salt', libraryName: 'Audiobooks', narrators: ['A', 'B'] }]);
    expect(searches()).toEqual(['Salt', 'Salt']);
  });

  it('a title of other words is found by its numbers', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(MORE, { title: 'Das Salz', isbn: '0306406152' });
    expect(await idsFor(mara)).toEqual([id]);
    expect(new Set(searches())).toEqual(new Set(['Salt', 'B0DEMOAUD1', '9780306406157', '0306406152']));
  });

  it('a number with hyphens is found by its title', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(BOOKS, { title: 'Salt', isbn: '978-0-306-40615-7' });
    expect(await idsFor(mara)).toEqual([id]);
  });

  it('a library that the account does not see is not searched', async () => {
    const { id: mara } = fake.given.account({
      username: 'mara',
      librariesAccessible: [MORE],
      permissions: { accessAllLibraries: false },
    });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1' });
    expect(await find(mara)).toEqual([]);
    const searched = fake.calls(AUDIOBOOKSHELF_CALLS.search).map(({ path }) => path.split('/')[3]);
    expect(new Set(searched)).toEqual(new Set([MORE]));
  });

  it.each([
    ['nobody', 'gone', NUMBERS],
    ['a title without numbers', null, { ...NUMBERS, isbns: [], asins: [] }],
  ])('%s: nothing is searched', async (_who, who, numbers) => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1' });
    expect(await find(who ?? mara, numbers)).toEqual([]);
    expect(searches()).toEqual([]);
  });

  it('doc1 §3: a library that can not be searched spoils what is not found, and nothing that is', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.search, { status: 500 });
    expect(await failureOf(find(mara))).toMatchObject({ kind: 'failed' });
    const ids = [BOOKS, MORE].map((library) => fake.given.book(library, { title: 'Salt', asin: 'B0DEMOAUD1' }));
    fake.fail(AUDIOBOOKSHELF_CALLS.search, { status: 500 });
    const found = await idsFor(mara);
    expect(found).toHaveLength(1);
    expect(ids).toContain(found[0]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AUTHORS,
  BOOK_FILES,
  BookLibraryFixture,
  BOOK_QUEUE,
  BOOKS,
} from '../../../../test/harness/book-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { libraryReport } from '../../../../test/harness/library-report.js';
import { InstanceChanged, ManagerReported } from '../../instances/instances.public.js';

const MINUTE = 60_000;
const UNREADABLE = { status: 503, code: 'library_unreadable' };

const writer = (number: number) => ({ foreignAuthorId: `hc:${number}`, name: `Author ${number}` });

describe('BookListsService', () => {
  let fixture: BookLibraryFixture;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const calls = (...keys: string[]): number[] => keys.map((key) => fixture.chaptarr.calls(key).length);
  const report = (happening: 'imported' | 'grabbed' = 'imported'): Promise<void> => {
    return fixture.events.publish(new ManagerReported(fixture.id, 'book_manager', libraryReport(happening)));
  };

  /** Twelve authors with one ebook on disk each; returns their records. */
  const twelve = (): number[] => {
    fixture.chaptarr.given.nothing();
    return Array.from({ length: 12 }, (_, at) => {
      const given = { foreignBookId: `hc:${500 + at}`, author: writer(at + 1), format: 'ebook' as const };
      return fixture.chaptarr.given.book({ ...given, hasFile: true }).id;
    });
  };

  type Lists = Readonly<Record<string, () => Promise<unknown>>>;
  const lists = (): Lists => ({
    library: () => fixture.wholeLibrary(),
    recent: () => fixture.lists.recent(fixture.id, 20),
    authors: () => fixture.lists.authors(fixture.id, 'titles'),
    author: () => fixture.lists.author(fixture.id, 'hc:440501'),
    series: () => fixture.lists.series(fixture.id, 'titles'),
    seriesNamed: () => fixture.lists.seriesNamed(fixture.id, 'Tidal Atlas'),
  });
  const read = (list: string): Promise<unknown> => lists()[list]?.() ?? Promise.reject(new Error(list));

  describe('doc4 §2: how long a list is kept', () => {
    it.each([
      ['recent', [BOOKS, BOOK_FILES], [2, 1]],
      ['authors', [BOOKS, AUTHORS], [2, 2]],
      ['series', [BOOKS], [2]],
    ])('%s: 60 seconds, and one reading for all who ask at once', async (list, keys, again) => {
      await Promise.all(Array.from({ length: 20 }, () => read(list)));
      await fixture.clock.advance(MINUTE - 1);
      await read(list);
      expect(calls(...keys)).toEqual(keys.map(() => 1));
      await fixture.clock.advance(1);
      await read(list);
      expect(calls(...keys)).toEqual(again);
    });

    it('library: as long as its projection, with authors of 60 seconds', async () => {
      await read('library');
      await fixture.clock.advance(15_000);
      await read('library');
      expect(calls(BOOKS, AUTHORS)).toEqual([2, 1]);
    });

    it('author: not at all, but for the projection', async () => {
      await read('author');
      await read('author');
      expect(calls(BOOKS, AUTHORS)).toEqual([1, 2]);
    });
  });

  describe('doc4 §2 webhook: what a report drops', () => {
    it.each(['library', 'recent', 'authors', 'series'])('%s: shows the new state at once', async (list) => {
      const before = await read(list);
      const given = { foreignBookId: 'hc:9', author: writer(9), format: 'ebook' as const, seriesTitle: 'Nine #1' };
      fixture.chaptarr.given.book({ ...given, hasFile: true });
      expect(await read(list)).toEqual(before);
      await report();
      expect(await read(list)).not.toEqual(before);
    });

    it.each(['recent', 'authors', 'series'])('%s: is not kept when it was being made', async (list) => {
      const letGo = fixture.chaptarr.hold(BOOKS);
      const arrival = fixture.chaptarr.nextCall(BOOKS);
      const early = read(list);
      await arrival;
      fixture.chaptarr.given.book({ foreignBookId: 'hc:9', format: 'ebook', seriesTitle: 'Nine #1', hasFile: true });
      await report();
      letGo();
      await early;
      expect(await read(list)).not.toEqual(await early);
    });

    it('a grab drops nothing of them', async () => {
      await read('recent');
      await report('grabbed');
      await read('recent');
      expect(calls(BOOKS, BOOK_FILES)).toEqual([1, 1]);
    });

    it('a changed instance drops everything, what is kept of authors too', async () => {
      await read('recent');
      await fixture.events.publish(new InstanceChanged(fixture.id));
      await read('recent');
      expect(calls(BOOKS, BOOK_FILES)).toEqual([2, 2]);
    });
  });

  describe('doc2 §4, Library digest rules, book-recent', () => {
    const authorsRead = (): unknown[] => fixture.chaptarr.calls(BOOK_FILES).map(({ query }) => query.authorId);

    it('reads only authors who have files', async () => {
      const [first] = twelve();
      if (first !== undefined) fixture.chaptarr.removeFiles(first);
      fixture.chaptarr.given.author(writer(99));
      await read('recent');
      expect(new Set(authorsRead()).size).toBe(11);
      expect(authorsRead()).toHaveLength(11);
    });

    it('issue 20 §5: an import costs one read, however many authors there are', async () => {
      const [, , third = 0] = twelve();
      await read('recent');
      fixture.chaptarr.forgetCalls();
      await fixture.clock.advance(1_000);
      fixture.chaptarr.importFile(third);
      await report();
      const [newest] = await fixture.lists.recent(fixture.id, 20);
      expect([newest?.recordId, calls(BOOK_FILES)]).toEqual([third, [1]]);
    });

    it('an author who can’t be read makes all of it fail', async () => {
      twelve();
      fixture.chaptarr.fail(BOOK_FILES, 500);
      expect(await errorOf(read('recent'))).toMatchObject(UNREADABLE);
      await report();
      expect(await fixture.lists.recent(fixture.id, 50)).toHaveLength(12);
    });

    it('a file that makes no sense makes it fail, too: it could be the newest', async () => {
      fixture.chaptarr.route(BOOK_FILES, () => ({ body: [{ id: 81 }] }));
      expect(await errorOf(read('recent'))).toMatchObject(UNREADABLE);
    });

    it('gives as many as are asked for', async () => {
      twelve();
      expect(await fixture.lists.recent(fixture.id, 5)).toHaveLength(5);
      expect(await fixture.lists.recent(fixture.id, 50)).toHaveLength(12);
    });
  });

  describe('doc2 §4: an unreadable library is never an empty list', () => {
    it.each(['library', 'recent', 'authors', 'author', 'series', 'seriesNamed'])('%s', async (list) => {
      fixture.chaptarr.fail(BOOKS, 500);
      expect(await errorOf(read(list))).toMatchObject(UNREADABLE);
    });

    it.each(['authors', 'author'])('%s: nor are its authors', async (list) => {
      fixture.chaptarr.fail(AUTHORS, 500);
      expect(await errorOf(read(list))).toMatchObject(UNREADABLE);
    });

    it('without the authors the titles are shown, without names', async () => {
      fixture.chaptarr.fail(AUTHORS, 500);
      const { titles, authors } = await fixture.wholeLibrary();
      expect([titles.map(({ title, author }) => [title, author]), authors]).toEqual([
        [['The Salt Cartographer', '']],
        null,
      ]);
      const page = await fixture.lists.seriesNamed(fixture.id, 'Tidal Atlas');
      expect(page?.titles.map(({ title, author }) => [title, author])).toEqual([['The Salt Cartographer', '']]);
    });

    it('none of them needs the queue', async () => {
      fixture.chaptarr.fail(BOOK_QUEUE, 500);
      await Promise.all(Object.values(lists()).map((list) => list()));
      expect(calls(BOOK_QUEUE)).toEqual([0]);
    });

    it('one that hangs is waited for ten seconds; what is kept of it is shown at once', async () => {
      await read('series');
      await fixture.clock.advance(15_000);
      const letGo = fixture.chaptarr.hold(BOOKS);
      const answer = errorOf(read('library'));
      await fixture.clock.waitedFor(10_000);
      await fixture.clock.advance(10_000);
      expect(await answer).toMatchObject(UNREADABLE);
      expect(await read('series')).toMatchObject({ total: 1 });
      letGo();
    });
  });

  describe('issue 20 §5: a row without sense is unknown, never absent', () => {
    const answerWith = (key: string, more: object): void => {
      const before = key === BOOKS ? { id: 51, foreignBookId: 'hc:330101', authorId: 5 } : { id: 5 };
      fixture.chaptarr.route(key, () => ({ body: [{ ...before, ...more }] }));
    };

    it.each<[string, string, object, string]>([
      ['the page of an author who can’t be read', AUTHORS, { foreignAuthorId: 'hc:440501', id: 'x' }, 'hc:440501'],
      ['the page of any author while one has no id', AUTHORS, { foreignAuthorId: 7 }, 'hc:1'],
      ['the page of any author while a title has no id', BOOKS, { foreignBookId: 7 }, 'hc:1'],
    ])('%s', async (_case, key, more, foreignId) => {
      answerWith(key, more);
      expect(await errorOf(fixture.lists.author(fixture.id, foreignId))).toMatchObject(UNREADABLE);
    });

    it('the page of any series while a title has no id', async () => {
      answerWith(BOOKS, { foreignBookId: 7 });
      expect(await errorOf(fixture.lists.seriesNamed(fixture.id, 'Nothing'))).toMatchObject(UNREADABLE);
    });

    it('recent books are unknown while a title can’t be read whose author can’t be read, or who has a file of it', async () => {
      answerWith(BOOKS, { foreignBookId: 7, authorId: 'x' });
      expect(await errorOf(read('recent'))).toMatchObject(UNREADABLE);
      answerWith(BOOKS, { foreignBookId: 7, authorId: 5 });
      await report();
      expect(await errorOf(read('recent'))).toMatchObject(UNREADABLE);
      expect(calls(BOOK_FILES)).toEqual([1]);
    });

    it('the list of authors fails, and the library shows none, while one of them can’t be read', async () => {
      const readable = { id: 5, foreignAuthorId: 'hc:440501', authorName: 'Ines Valdor' };
      fixture.chaptarr.route(AUTHORS, () => ({ body: [readable, { id: 'x' }] }));
      expect(await errorOf(read('authors'))).toMatchObject(UNREADABLE);
      expect(await read('library')).toMatchObject({ titles: [{ author: 'Ines Valdor' }], authors: null });
    });

    it('an author and a series of nothing are affirmed to be absent otherwise', async () => {
      expect(await fixture.lists.author(fixture.id, 'hc:1')).toBeUndefined();
      expect(await fixture.lists.seriesNamed(fixture.id, 'Nothing')).toBeUndefined();
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOOK_QUEUE, BookLibraryFixture, BOOKS } from '../../../../test/harness/book-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import type { FormatAvailability } from './book-availability.js';
import type { AskedBook } from './judge-book.js';

const OWNED = { foreignId: 'hc:330101' };

const shown = (format: FormatAvailability): string => (format.known ? format.status : format.reason);

describe('BookLibraryService', () => {
  let fixture: BookLibraryFixture;

  beforeEach(async () => {
    fixture = await BookLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = async (asked: AskedBook = OWNED, waitMs?: number) => {
    const { ebook, audiobook } = await fixture.library.availability(fixture.id, asked, waitMs);
    return [shown(ebook), shown(audiobook)];
  };
  const calls = (): number[] => [BOOKS, BOOK_QUEUE].map((key) => fixture.chaptarr.calls(key).length);

  it('doc4 §4.3: judges both formats of each title by one reading', async () => {
    const { given } = fixture.chaptarr;
    given.book({ foreignBookId: 'hc:2', format: 'ebook', monitored: true });
    const judge = await fixture.library.judge(fixture.id);
    const answers = ['hc:330101', 'bc:330101', 'hc:2', 'hc:404'].map((foreignId) => {
      const { ebook, audiobook } = judge({ foreignId });
      return [shown(ebook), shown(audiobook)];
    });
    expect(answers).toEqual([
      ['available', 'downloading'],
      ['available', 'downloading'],
      ['requested', 'unavailable'],
      ['unavailable', 'unavailable'],
    ]);
    expect(calls()).toEqual([1, 1]);
  });

  it('doc4 §4.3: the whole queue counts, however many pages it has', async () => {
    for (let at = 0; at < 1_000; at++) fixture.chaptarr.given.queueRow({ bookId: 52 });
    const { id: bookId } = fixture.chaptarr.given.book({ foreignBookId: 'hc:1', format: 'ebook' });
    fixture.chaptarr.given.queueRow({ bookId });
    expect(await read({ foreignId: 'hc:1' })).toEqual(['downloading', 'unavailable']);
    expect(fixture.chaptarr.calls(BOOK_QUEUE)).toHaveLength(2);
  });

  describe('doc2 §4 rule 8: a projection of 15 seconds', () => {
    it('a hundred readers of one moment make one call of each kind', async () => {
      await Promise.all(Array.from({ length: 100 }, () => read()));
      expect(calls()).toEqual([1, 1]);
    });

    it('keeps the titles for 15 seconds and the queue for 10', async () => {
      await read();
      await fixture.clock.advance(10_000);
      await read();
      expect(calls()).toEqual([1, 2]);
      await fixture.clock.advance(5_000);
      await read();
      expect(calls()[0]).toBe(2);
    });

    it('reads both again after our own change, past a read that is under way', async () => {
      const letGo = fixture.chaptarr.hold(BOOKS);
      const arrival = fixture.chaptarr.nextCall(BOOKS);
      const early = read();
      await arrival;
      fixture.chaptarr.removeFiles(51);
      fixture.library.changed(fixture.id);
      letGo();
      expect([await early, await read(), await read()]).toEqual([
        ['available', 'downloading'],
        ['requested', 'downloading'],
        ['requested', 'downloading'],
      ]);
      expect(calls()).toEqual([2, 2]);
    });
  });

  describe('doc4 Decisions, owned already: what is cached', () => {
    const warm = () => {
      const judge = fixture.library.warm(fixture.id);
      return judge && shown(judge(OWNED).ebook);
    };

    it('answers without a call while it is fresh', async () => {
      expect([warm(), calls()]).toEqual([undefined, [0, 0]]);
      await read();
      await fixture.clock.advance(14_999);
      expect([warm(), calls()]).toEqual(['available', [1, 1]]);
      await fixture.clock.advance(1);
      expect(warm()).toBeUndefined();
    });

    it('is nothing after our own change', async () => {
      await read();
      fixture.library.changed(fixture.id);
      expect(warm()).toBeUndefined();
    });
  });

  describe('doc2 §4 rule 7: the record id that a delivery has kept', () => {
    const delivered = { foreignId: 'bc:9', recordIds: { ebook: 51, audiobook: 52 } };

    it('finds the title under each id that it is filed under, and says that id', async () => {
      const { canonicalForeignId } = await fixture.library.availability(fixture.id, delivered);
      expect([await read(delivered), canonicalForeignId]).toEqual([['available', 'downloading'], 'hc:330101']);
    });

    it('heals to unavailable once the record is gone', async () => {
      for (const id of [51, 52]) fixture.chaptarr.removeBook(id);
      expect(await read(delivered)).toEqual(['unavailable', 'unavailable']);
    });
  });

  describe('doc4 §4.5: a library that can’t be read is unknown, never absent', () => {
    const UNKNOWN = ['library_unavailable', 'library_unavailable'];

    it.each<[string, string, string[]]>([
      ['its list', BOOKS, UNKNOWN],
      ['its queue, but for files', BOOK_QUEUE, ['available', 'library_unavailable']],
    ])('%s', async (_, key, expected) => {
      fixture.chaptarr.fail(key, 500);
      expect(await read()).toEqual(expected);
    });

    it('its key', async () => {
      await fixture.lockKey(fixture.id);
      expect(await read()).toEqual(UNKNOWN);
    });

    it('one that hangs, after as long as the reader would wait', async () => {
      const letGo = fixture.chaptarr.hold(BOOKS);
      const answer = read(OWNED, 250);
      await fixture.clock.waitedFor(250);
      await fixture.clock.advance(250);
      expect(await answer).toEqual(UNKNOWN);
      letGo();
    });

    it('a row without sense makes what it could be unknown, and nothing else', async () => {
      fixture.chaptarr.route(BOOKS, () => ({ body: [{ id: 7, foreignBookId: 'hc:7' }, { id: 'x' }] }));
      expect([await read({ foreignId: 'hc:7' }), await read({ foreignId: 'hc:8' })]).toEqual([UNKNOWN, UNKNOWN]);
      fixture.chaptarr.route(BOOKS, () => ({ body: [{ id: 7, foreignBookId: 'hc:7' }] }));
      fixture.library.changed(fixture.id);
      expect([await read({ foreignId: 'hc:7' }), await read({ foreignId: 'hc:8' })]).toEqual([
        UNKNOWN,
        ['unavailable', 'unavailable'],
      ]);
    });

    it('a removed instance is refused', async () => {
      await fixture.removeLibrary(fixture.id);
      expect(await errorOf(read())).toBeInstanceOf(InstanceMissing);
    });
  });
});

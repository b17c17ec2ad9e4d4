import { describe, expect, it } from 'vitest';
import { textsOf } from '../servarr/plain-values.js';
import { UnreadableRow } from '../servarr/rows-read.js';
import { readBook, readEdition } from './chaptarr-book.js';
import { queueRowSchema } from './chaptarr.client.js';

const many = (length: number): readonly string[] => Array.from({ length }, () => 'B0DEMOAUD1');

describe('the ASINs of an edition', () => {
  it.each<readonly [object, readonly string[]]>([
    [{ asins: ['B0DEMOAUD1', 'B0DEMOAUD2'] }, ['B0DEMOAUD1', 'B0DEMOAUD2']],
    [{ asins: ['B0DEMOAUD1', 7, null, ''] }, ['B0DEMOAUD1']],
    [{ asins: ['B0DEMOAUD1'], audibleASIN: 'B0DEMOAUD9' }, ['B0DEMOAUD9', 'B0DEMOAUD1']],
    [{ asins: 'B0DEMOAUD1', audibleASIN: 7 }, []],
    [{ asins: null, audibleASIN: null }, []],
    [{}, []],
    [{ asins: many(60) }, many(49)],
  ])('beside the first one: %j', (edition, moreAsins) => {
    expect(readEdition({ asin: 'B0DEMO0001', ...edition })).toMatchObject({ asin: 'B0DEMO0001', moreAsins });
  });
});

describe('issue 43 C14, security 31: lists within a row', () => {
  const book = (editions: number): unknown => ({
    ...{ id: 1, monitored: true, foreignBookId: 'hc:1', hasFiles: true },
    editions: Array.from({ length: editions }, () => ({})),
  });

  it('a record with more editions than any title has can’t be read, and says which one it is', () => {
    expect(readBook(book(5_000))).toMatchObject({ id: 1 });
    expect(readBook(book(5_001))).toEqual(new UnreadableRow(1, null, 'hc:1'));
  });

  it('of a row of the queue the first hundred messages are kept, of each the first hundred words', () => {
    const many = Array.from({ length: 101 }, (_, at) => ({
      messages: at === 0 ? Array<string>(101).fill('x') : ['y'],
    }));
    const read = queueRowSchema.parse({ id: 1, bookId: 1, status: 'x', size: 1, sizeleft: 1, statusMessages: many });
    expect(read).toMatchObject({ unreadable: false });
    expect(read.complaints).toHaveLength(100 + 99);
  });

  it('of a list of words the first hundred are kept', () => {
    expect(textsOf(Array<unknown>(101).fill('x'))).toHaveLength(100);
  });
});

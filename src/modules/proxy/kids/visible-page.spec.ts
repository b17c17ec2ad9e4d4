import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { Hold } from '../bodies/body-budget.service.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import type { TitleJudge } from './judged-title.js';
import { visiblePage } from './visible-page.js';

const MEBIBYTE = 1024 * 1024;
const SHAPE = { layout: 'page', kind: 'movie', parent: null } as const;
const PAGE_INPUT = { page: 1, pageSize: 2 };

/** Counts what is taken and given back. */
function counted({ input = PAGE_INPUT, judge = () => true }: { input?: typeof PAGE_INPUT; judge?: TitleJudge } = {}) {
  const seen = { taken: 0, released: 0, held: 0, most: 0, grown: [] as number[] };
  const hold: Hold = {
    growTo: (bytes) => {
      seen.grown.push(bytes);
      seen.held = Math.max(seen.held, bytes);
      seen.most = Math.max(seen.most, seen.held);
      return Promise.resolve();
    },
    shrinkTo: (bytes) => (seen.held = bytes),
    release: () => (seen.held = 0),
  };
  /** The page that these documents are asked for, each taken and released. */
  const shown = (pages: readonly Buffer[], signal = new AbortController().signal): Promise<Buffer> => {
    const page = (number: number) => {
      seen.taken += 1;
      const bytes = pages[number - 1];
      if (!bytes) throw new Error('the manager is gone');
      return Promise.resolve({ bytes, release: () => (seen.released += 1) });
    };
    return visiblePage({ page, shape: SHAPE, judge, signal }, input, hold);
  };
  return { seen, shown };
}

const page = (total: number, ...ids: readonly number[]): Buffer =>
  Buffer.from(`{"totalRecords":${total},"records":[${ids.map((id) => `{"id":${id}}`).join(', ')}]}`);

describe('doc1 §4 proxy 5: the page of what may be seen', () => {
  const rated = (id: number) => `{"id":${id},"certification":"${id % 2 === 1 ? 'G' : 'R'}"}`;
  /** Seven records on pages of three. Those with odd ids may be seen. */
  const pages = () =>
    [[1, 2, 3], [4, 5, 6], [7]].map((ids) =>
      Buffer.from(
        `{"sortKey":"title","sortDirection":"ascending","totalRecords":7,"records":[${ids.map(rated).join(',')}]}`,
      ),
    );
  const judge: TitleJudge = (_, record) => (record as { readonly certification: string }).certification === 'G';

  it.each([
    [1, 1, [1]],
    [4, 1, [7]],
    [1, 3, [1, 3, 5]],
    [2, 2, [5, 7]],
    [2, 3, [7]],
    [1, 10, [1, 3, 5, 7]],
    [5, 1, []],
    [2, 10, []],
  ])('%i of %i records each holds %j', async (number, pageSize, ids) => {
    const { shown } = counted({ input: { page: number, pageSize }, judge });
    const envelope = `"page":${number},"pageSize":${pageSize},"sortKey":"title","sortDirection":"ascending","totalRecords":4`;
    expect((await shown(pages())).toString()).toBe(`{${envelope},"records":[${ids.map(rated).join(',')}]}`);
  });

  it('asks for memory before it keeps records, and for twice as much and the envelope before it writes them', async () => {
    const { seen, shown } = counted({ input: { page: 1, pageSize: 3 }, judge });
    await shown(pages());
    const first = `${rated(1)},${rated(3)}`.length;
    const both = first + rated(5).length;
    expect(seen.grown).toEqual([first, both, 2 * both + 512]);
  });

  it('may be of a hundred pages and no more', async () => {
    const single = (count: number) => Array.from({ length: count }, (_, at) => page(count, at));
    expect((await counted().shown(single(100))).toString()).toContain('"totalRecords":100');
    const { seen, shown } = counted();
    expect(await errorOf(shown(single(101)))).toBeInstanceOf(UnjudgeableJson);
    expect(seen.taken).toBe(100);
  });

  it.each([
    ['says another length on its second page', [page(5, 1, 2), page(6, 3, 4)], 2],
    ['has an empty page before its end', [page(4, 1, 2), page(4)], 2],
    ['has more records than it says', [page(1, 1, 2)], 1],
    ['has a record on two pages', [page(4, 1, 2), page(4, 2, 3)], 2],
  ])('is read three times where the list %s, and then refused', async (_, changing, taken) => {
    const { seen, shown } = counted();
    expect(await errorOf(shown(changing))).toBeInstanceOf(UnjudgeableJson);
    expect(seen).toMatchObject({ taken: 3 * taken, released: 3 * taken });
  });

  it('is refused where a page doesn’t say how long its list is, or is no UTF-8', async () => {
    expect(await errorOf(counted().shown([Buffer.from('{"records":[]}')]))).toBeInstanceOf(UnjudgeableJson);
    const damaged = Buffer.concat([page(1, 1), Buffer.of(0xff)]);
    expect(await errorOf(counted().shown([damaged]))).toBeInstanceOf(UnjudgeableJson);
  });

  it('may have as many records as a page is asked for', async () => {
    const full = page(1_000, ...Array.from({ length: 1_000 }, (_, id) => id));
    expect((await counted().shown([full])).toString()).toContain('"totalRecords":1000');
  });
});

describe('security 28: what a list that is read in full takes', () => {
  it('is given back page by page; what stays held is the document alone', async () => {
    const { seen, shown } = counted();
    const document = await shown([page(5, 1, 2), page(5, 3, 4), page(5, 5)]);
    expect(document.toString()).toBe('{"page":1,"pageSize":2,"totalRecords":5,"records":[{"id":1}, {"id":2}]}');
    expect(seen).toMatchObject({ taken: 3, released: 3, held: document.length });
    expect(seen.most).toBeLessThan(2 * document.length + 1_000);
  });

  it.each([
    ['a page that can’t be judged', [page(5, 1, 2), Buffer.from('{')]],
    ['a page that doesn’t come', [page(5, 1, 2)]],
  ])('is given back where it ends in a failure: %s', async (_, pages) => {
    const { seen, shown } = counted();
    expect(await errorOf(shown(pages))).toBeInstanceOf(Error);
    const came = seen.taken - (pages.length < 2 ? 1 : 0);
    expect(seen.released).toBe(came);
  });

  it('is at most 128 MiB in all, of any number of pages', async () => {
    // No document from its first byte on, so that no byte after it is read.
    const ending = async (more: number) => {
      const { seen, shown } = counted();
      const first = page(4, 1, 2);
      const last = Buffer.alloc(128 * MEBIBYTE - first.length + more, 'x');
      const { message } = (await errorOf(shown([first, last]))) as Error;
      return [message, seen.taken, seen.released];
    };
    expect(await ending(0)).toEqual([expect.not.stringContaining('more bytes'), 2, 2]);
    expect(await ending(1)).toEqual(['a list of more bytes than we take', 2, 2]);
  });

  it('is no page of more records than it was asked for', async () => {
    const { seen, shown } = counted();
    const crowded = page(1_001, ...Array.from({ length: 1_001 }, (_, id) => id));
    expect(await errorOf(shown([crowded]))).toBeInstanceOf(UnjudgeableJson);
    expect(seen).toMatchObject({ taken: 1, released: 1 });
  });

  it('ends with the caller', async () => {
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    const { seen, shown } = counted();
    expect(await errorOf(shown([page(1, 1)], gone.signal))).toMatchObject({ message: 'gone' });
    expect([seen.taken, seen.released]).toEqual([1, 1]);
  });
});

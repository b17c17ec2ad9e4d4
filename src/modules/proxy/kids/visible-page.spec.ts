import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import type { Hold } from '../answers/held-bodies.js';
import { UnjudgeableJson } from '../grammar/unjudgeable-json.js';
import { visiblePage } from './visible-page.js';

const MEBIBYTE = 1024 * 1024;
const SHAPE = { layout: 'page', kind: 'movie', parent: null } as const;
const WISH = { page: 1, pageSize: 2 };

/** Counts what is taken and given back. */
function counted() {
  const seen = { taken: 0, released: 0, held: 0, most: 0 };
  const hold: Hold = {
    growTo: (bytes) => {
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
    return visiblePage({ page, shape: SHAPE, judge: () => true, signal }, WISH, hold);
  };
  return { seen, shown };
}

const page = (total: number, ...ids: readonly number[]): Buffer =>
  Buffer.from(`{"totalRecords":${total},"records":[${ids.map((id) => `{"id":${id}}`).join(', ')}]}`);

/** A page of two records whose document takes so many bytes. */
const large = (bytes: number, total: number, from: number): Buffer => {
  const document = Buffer.alloc(bytes, ' ');
  page(total, from, from + 1).copy(document);
  return document;
};

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
    ['a list that keeps changing', [page(5, 1, 2), page(6, 3, 4)]],
    ['a page that repeats records of another', [page(4, 1, 2), page(4, 2, 3)]],
  ])('is given back where it ends in a failure: %s', async (_, pages) => {
    const { seen, shown } = counted();
    expect(await errorOf(shown(pages))).toBeInstanceOf(Error);
    const came = seen.taken - (pages.length < 2 ? 1 : 0);
    expect(seen.released).toBe(came);
  });

  it('is at most 128 MiB in all, of any number of pages', async () => {
    const sizes = [48, 48, 32].map((size, at) => large(size * MEBIBYTE, 6, 2 * at + 1));
    expect((await counted().shown(sizes)).toString()).toContain('"totalRecords":6');
    const { seen, shown } = counted();
    const oneByteMore = large(32 * MEBIBYTE + 1, 6, 5);
    expect(await errorOf(shown([...sizes.slice(0, 2), oneByteMore]))).toBeInstanceOf(UnjudgeableJson);
    expect(seen).toMatchObject({ taken: 3, released: 3 });
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

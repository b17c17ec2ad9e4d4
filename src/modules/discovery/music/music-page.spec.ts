import { describe, expect, it } from 'vitest';
import { emptyMessageOf, MOST_ENTRIES, nextPageOf, spanOf } from './music-page.js';

describe('doc2 §4 music: pages', () => {
  it('hold twenty entries of the provider each', () => {
    expect([spanOf(1), spanOf(3)]).toEqual([
      { limit: 20, offset: 0 },
      { limit: 20, offset: 40 },
    ]);
  });

  it.each([
    [1, 21, 20, 2],
    [1, 20, 20, undefined],
    [2, 41, 20, 3],
    [2, 41, 1, 3],
    [3, 41, 1, undefined],
    [1, 0, 0, undefined],
    [499, 1_000_000, 20, 500],
    [500, 1_000_000, 20, undefined],
  ])('after page %i of %i entries, %i of them given, comes page %s', (page, total, given, next) => {
    expect(nextPageOf(page, { total, given })).toBe(next);
  });

  it('end where the provider gives nothing more, whatever it counts', () => {
    expect(nextPageOf(7, { total: 5_000, given: 0 })).toBeUndefined();
  });

  it('reach as far as the last page that can be asked for', () => {
    const { limit, offset } = spanOf(500);
    expect(MOST_ENTRIES).toBe(offset + limit);
  });

  it('say why they are empty, and nothing where they are not', () => {
    expect([
      emptyMessageOf({ results: [1] }, 'nothing'),
      emptyMessageOf({ results: [] }, 'nothing'),
      emptyMessageOf({ results: [], nextPage: 2 }, 'nothing'),
    ]).toEqual([undefined, 'nothing', 'Nothing on this page fits; there is more on the next one.']);
  });
});

import { describe, expect, it } from 'vitest';
import { limitsOf } from './askers-limits.js';

const film = { media_type: 'movie', count: 5, remaining: 2, used: 3, window_days: 7 } as const;
const book = { media_type: 'book', count: 3, remaining: 0, used: 3, window_days: 30 } as const;
const allowances = [
  film,
  { ...film, media_type: 'tv', count: null, remaining: null },
  { ...book, book_format: 'ebook' },
  { ...book, book_format: 'audiobook', count: 4, remaining: 4, used: 0 },
  // Three were asked for before the limit was lowered to two.
  { ...film, media_type: 'music', count: 2, remaining: 0, window_days: 1 },
] as const;
const of = { exempt: false, allowances: allowances as never };

describe('design §4: the allowance of who has asked', () => {
  it.each([
    ['a film', { media_type: 'movie', book_format: '' }, [{ kind: 'movie', left: 2, count: 5, days: 7, over: 0 }]],
    ['a series without a limit', { media_type: 'tv', book_format: '' }, []],
    [
      'an ebook',
      { media_type: 'book', book_format: 'ebook' },
      [{ kind: 'ebook', left: 0, count: 3, days: 30, over: 0 }],
    ],
    [
      'both formats',
      { media_type: 'book', book_format: 'both' },
      [
        { kind: 'ebook', left: 0, count: 3, days: 30, over: 0 },
        { kind: 'audiobook', left: 4, count: 4, days: 30, over: 0 },
      ],
    ],
    [
      'an album, over a limit that was lowered since (issue 46)',
      { media_type: 'music', book_format: '' },
      [{ kind: 'music', left: 0, count: 2, days: 1, over: 1 }],
    ],
  ] as const)('of %s', (_, asked, limits) => {
    expect(limitsOf(of, asked)).toEqual(limits);
  });

  it('says nothing of administrators, nor of what could not be read', () => {
    const asked = { media_type: 'movie', book_format: '' } as const;
    expect(limitsOf({ ...of, exempt: true }, asked)).toEqual([]);
    expect(limitsOf(undefined, asked)).toEqual([]);
  });
});

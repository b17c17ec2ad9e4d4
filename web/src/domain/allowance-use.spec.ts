import { describe, expect, it } from 'vitest';
import type { Schemas } from '../api/client.js';
import { ownAllowances, requestCost, unitsTooMany } from './allowance-use.js';

type Preview = Schemas['RequestPreviewView'];
type Allowance = Preview['allowances'][number];

const of = (members: Partial<Allowance>): Allowance => ({
  media_type: 'movie',
  count: 3,
  window_days: 7,
  source: 'default',
  used: 0,
  remaining: 3,
  ...members,
});

const preview = (members: Partial<Preview>): Preview => ({
  exempt: false,
  as_of: '2026-11-01T00:00:00Z',
  allowances: [],
  fits: true,
  reduce_selection: false,
  ...members,
});

describe('issue 43 D21: what a request would use of the allowances', () => {
  it('names the kinds that the request would use, and leaves out the others', () => {
    const allowances = [
      of({ media_type: 'movie', requested_units: 1, remaining: 2, next_replenishes_at: '2026-11-06T10:00:00Z' }),
      of({ media_type: 'tv', count: 1, remaining: 1 }),
      of({ media_type: 'music', count: 1, remaining: 1 }),
    ];
    expect(requestCost(preview({ allowances })).uses).toEqual([
      { kind: 'movie', wanted: 1, left: 2, count: 3, days: 7, nextAt: Date.UTC(2026, 10, 6, 10) },
    ]);
  });

  it('says nothing of an unlimited film, although series have a limit', () => {
    const allowances = [of({ count: null, remaining: null, requested_units: 1 }), of({ media_type: 'tv', count: 1 })];
    expect(requestCost(preview({ allowances })).uses).toEqual([]);
  });

  it('counts the formats of a book apart', () => {
    const book = { media_type: 'book', requested_units: 1 } as const;
    const allowances = [of({ ...book, book_format: 'ebook' }), of({ ...book, book_format: 'audiobook', remaining: 0 })];
    const cost = requestCost(preview({ allowances, fits: false, earliest_fits_at: '2026-11-06T10:00:00Z' }));
    expect(cost.uses.map(({ kind }) => kind)).toEqual(['ebook', 'audiobook']);
    expect(cost.over.map(({ kind }) => kind)).toEqual(['audiobook']);
    expect([cost.fits, cost.fitsAt]).toEqual([false, Date.UTC(2026, 10, 6, 10)]);
  });

  it('says nothing of an account without limits', () => {
    const allowances = [of({ requested_units: 1 })];
    expect(requestCost(preview({ exempt: true, allowances })).uses).toEqual([]);
  });
});

describe('issue 46: one’s own allowances', () => {
  it('are told by kind, those without a limit too; administrators have none', () => {
    const allowances = [
      of({ used: 1, remaining: 2, next_replenishes_at: '2026-11-06T10:00:00Z' }),
      of({ media_type: 'book', book_format: 'ebook', count: null, remaining: null, used: 4 }),
    ];
    const view = { exempt: false, as_of: '2026-11-01T00:00:00Z', allowances };
    expect(ownAllowances(view)).toEqual([
      { kind: 'movie', used: 1, left: 2, count: 3, days: 7, nextAt: Date.UTC(2026, 10, 6, 10) },
      { kind: 'ebook', used: 4, left: 0, count: null, days: 7, nextAt: undefined },
    ]);
    expect(ownAllowances({ ...view, exempt: true })).toEqual([]);
  });
});

describe('issue 46: what has to be left out of a request', () => {
  const use = (wanted: number, remaining: number) => of({ media_type: 'tv', requested_units: wanted, remaining });
  it.each([
    ['two seasons where one is left', [use(2, 1)], 1],
    ['one season where none is left', [use(1, 0)], undefined],
    ['what fits', [use(2, 2)], 0],
    [
      'both formats where one of them is left',
      [
        of({ media_type: 'book', book_format: 'ebook', requested_units: 1, remaining: 1 }),
        of({ media_type: 'book', book_format: 'audiobook', requested_units: 1, remaining: 0 }),
      ],
      1,
    ],
  ])('%s', (_what, allowances, expected) => {
    expect(unitsTooMany(requestCost(preview({ allowances, fits: false })))).toBe(expected);
  });
});

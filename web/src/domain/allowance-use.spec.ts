import { describe, expect, it } from 'vitest';
import type { Schemas } from '../api/client.js';
import { requestCost } from './allowance-use.js';

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

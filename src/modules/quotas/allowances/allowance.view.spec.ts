import { describe, expect, it } from 'vitest';
import { refusalResponse } from './quota-exceeded.js';
import { quoteSelection, viewAllowances, type Purse } from '../pricing/quota-quote.js';
import { filmUnit } from '../pricing/quota-price.js';
import { forEachKind } from '../rules/allowance-rule.js';
import { defaultsResponse, previewResponse, viewResponse } from './allowance.view.js';

const NOW = Date.UTC(2026, 0, 2);
const PURSE: Purse = {
  exempt: false,
  rules: {
    ...forEachKind(() => ({ count: null, windowDays: 7, source: 'default' }) as const),
    movie: { count: 2, windowDays: 1, source: 'override' },
  },
  charges: [{ id: 1, kind: 'movie', instanceId: 'films', key: '603', chargedAt: Date.UTC(2026, 0, 1, 12) }],
};
const UNLIMITED = { count: null, window_days: 7 };
const UNUSED = { ...UNLIMITED, source: 'default', used: 0, remaining: null };
const REST = [
  { media_type: 'tv', ...UNUSED },
  { media_type: 'book', book_format: 'ebook', ...UNUSED },
  { media_type: 'book', book_format: 'audiobook', ...UNUSED },
  { media_type: 'music', ...UNUSED },
];
const FILMS = {
  media_type: 'movie',
  count: 2,
  window_days: 1,
  source: 'override',
  used: 1,
  remaining: 1,
  next_replenishes_at: '2026-01-02T12:00:00.000Z',
  fully_replenishes_at: '2026-01-02T12:00:00.000Z',
};
const quote = (...films: number[]) =>
  quoteSelection(PURSE, { input: { instanceId: 'films', units: films.map(filmUnit) }, taken: [] }, NOW).quote;

describe('the answers about allowances', () => {
  it('doc 4 section 1.18: rules have a format where they are for books', () => {
    expect(defaultsResponse(forEachKind(() => ({ count: null, windowDays: 7 })))).toEqual({
      allowances: [
        { media_type: 'movie', ...UNLIMITED },
        { media_type: 'tv', ...UNLIMITED },
        { media_type: 'book', book_format: 'ebook', ...UNLIMITED },
        { media_type: 'book', book_format: 'audiobook', ...UNLIMITED },
        { media_type: 'music', ...UNLIMITED },
      ],
    });
  });

  it('doc 4 section 1.18: the view leaves out what there is no moment for', () => {
    expect(viewResponse(viewAllowances(PURSE, NOW))).toEqual({
      exempt: false,
      as_of: '2026-01-02T00:00:00.000Z',
      next_change_at: '2026-01-02T12:00:00.000Z',
      allowances: [FILMS, ...REST],
    });
  });

  it('doc 4 section 1.18: the view of an exempt account has no limits', () => {
    const view = viewResponse(viewAllowances({ ...PURSE, exempt: true }, NOW));
    const { next_replenishes_at: _next, fully_replenishes_at: _fully, ...films } = FILMS;
    expect(view).toMatchObject({ exempt: true, allowances: [{ ...films, remaining: null }, ...REST] });
    expect(view.allowances[0]).not.toHaveProperty('next_replenishes_at');
  });

  it('doc 4 section 1.18: a preview that fits has no date', () => {
    expect(previewResponse(quote(604))).toEqual({
      exempt: false,
      as_of: '2026-01-02T00:00:00.000Z',
      next_change_at: '2026-01-02T12:00:00.000Z',
      allowances: [{ ...FILMS, requested_units: 1 }, ...REST],
      fits: true,
      reduce_selection: false,
    });
  });

  it('doc 4 section 1.18: a preview that does not fit says when, and which seasons it came to', () => {
    expect(previewResponse(quote(604, 605), [1, 2])).toMatchObject({
      fits: false,
      earliest_fits_at: '2026-01-02T12:00:00.000Z',
      reduce_selection: false,
      seasons: [1, 2],
    });
  });

  it('doc 2 section 2: free units have the price 0', () => {
    expect(previewResponse(quote(603)).allowances[0]).toMatchObject({ requested_units: 0 });
  });

  it('doc 4 section 1.18: a refusal names the allowances that it draws on, and nothing else', () => {
    expect(refusalResponse(quote(604, 605))).toEqual({
      code: 'request_quota_exceeded',
      allowances: [{ ...FILMS, requested_units: 2 }],
      earliest_fits_at: '2026-01-02T12:00:00.000Z',
      reduce_selection: false,
    });
  });
});

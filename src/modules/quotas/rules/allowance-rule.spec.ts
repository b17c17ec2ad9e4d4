import { describe, expect, it } from 'vitest';
import {
  ALLOWANCE_KINDS,
  kindNamed,
  nameOf,
  effectiveRule,
  forEachKind,
  isAllowanceRule,
  UNLIMITED,
} from './allowance-rule.js';

describe('the kinds of allowances', () => {
  it('doc 4 section 1.18: are films, seasons, each format of books, and music', () => {
    expect(ALLOWANCE_KINDS.map(nameOf)).toEqual([
      { mediaType: 'movie', bookFormat: '' },
      { mediaType: 'tv', bookFormat: '' },
      { mediaType: 'book', bookFormat: 'ebook' },
      { mediaType: 'book', bookFormat: 'audiobook' },
      { mediaType: 'music', bookFormat: '' },
    ]);
  });

  it('are found by their names', () => {
    for (const kind of ALLOWANCE_KINDS) {
      const { mediaType, bookFormat } = nameOf(kind);
      expect(kindNamed(mediaType, bookFormat)).toBe(kind);
    }
  });

  it.each([
    ['book', ''],
    ['movie', 'ebook'],
    ['music', 'audiobook'],
    ['ebook', ''],
    ['', ''],
  ])('have none of the name %j with the format %j', (mediaType, bookFormat) => {
    expect(kindNamed(mediaType, bookFormat)).toBeNull();
  });
});

describe('a rule', () => {
  it('doc 4 section 1.18: has no limit over seven days before one is set', () => {
    expect(UNLIMITED).toEqual({ count: null, windowDays: 7 });
  });

  it.each([null, 0, 1, 999_999, 1_000_000])('doc 4 section 1.18: may have the count %j', (count) => {
    expect(isAllowanceRule({ count, windowDays: 7 })).toBe(true);
  });

  it.each([-1, 1_000_001, 1.5, NaN, Infinity])('doc 4 section 1.18: may not have the count %j', (count) => {
    expect(isAllowanceRule({ count, windowDays: 7 })).toBe(false);
  });

  it.each([1, 7, 30])('doc 2 section 8: may have a window of %j days', (windowDays) => {
    expect(isAllowanceRule({ count: 1, windowDays })).toBe(true);
  });

  it.each([0, 2, 14, 31, 365, -7, NaN])('doc 2 section 8: may not have a window of %j days', (windowDays) => {
    expect(isAllowanceRule({ count: 1, windowDays })).toBe(false);
  });
});

describe('effectiveRule', () => {
  const household = { count: 3, windowDays: 30 } as const;

  it('doc 2 section 2: is the household’s for an account that inherits', () => {
    expect(effectiveRule(household, null)).toEqual({ ...household, source: 'default' });
  });

  it.each([
    { count: null, windowDays: 7 } as const,
    { count: 0, windowDays: 1 } as const,
    { count: 3, windowDays: 30 } as const,
  ])('doc 2 section 2: is the own rule as a whole, never one half of each: %j', (own) => {
    expect(effectiveRule(household, own)).toEqual({ ...own, source: 'override' });
  });
});

describe('forEachKind', () => {
  it('makes one value for every kind', () => {
    expect(forEachKind((kind) => kind.length)).toEqual({ movie: 5, tv: 2, ebook: 5, audiobook: 9, music: 5 });
  });
});

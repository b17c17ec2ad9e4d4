import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../../core/errors/app-error.js';
import { pageOf, searchTextOf, trendingWindowOf, instanceIdOf } from './discovery-query.js';

const refusalOf = (read: () => unknown): string => {
  try {
    read();
  } catch (fault) {
    if (fault instanceof AppError && fault.status === 400) return fault.safeText;
    throw fault;
  }
  throw new Error('it was expected to be refused');
};

describe('pageOf', () => {
  it('is 1 when no page is named', () => {
    expect(pageOf(undefined)).toBe(1);
  });

  it('doc2 §4: any whole number is clamped to 1 to 500', () => {
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        const page = pageOf(String(n));
        expect(page).toBe(n < 1n ? 1 : n > 500n ? 500 : Number(n));
      }),
    );
  });

  it.each([
    ['0', 1],
    ['-0', 1],
    ['+7', 7],
    ['007', 7],
    ['500', 500],
    ['501', 500],
    ['9'.repeat(400), 500],
    [`-${'9'.repeat(400)}`, 1],
  ])('%s is page %d', (value, page) => {
    expect(pageOf(value)).toBe(page);
  });

  it.each(['', ' ', 'one', '1.5', '1e2', '0x10', '1 ', 'NaN', 'Infinity', '١', ['1', '2'], { a: '1' }])(
    'refuses %j as "invalid page"',
    (value) => {
      expect(refusalOf(() => pageOf(value))).toBe('invalid page');
    },
  );
});

describe('searchTextOf', () => {
  it('drops surrounding space and nothing else', () => {
    expect(searchTextOf('  Harbor  Lights\n')).toBe('Harbor  Lights');
  });

  it.each([undefined, '', '   ', '\u00a0\t', ['a', 'b'], { a: 'b' }])(
    'doc4 §3.1: %j is refused as "query parameter required"',
    (value) => {
      expect(refusalOf(() => searchTextOf(value))).toBe('query parameter required');
    },
  );

  it('takes 500 characters and refuses one more', () => {
    expect(searchTextOf('a'.repeat(500))).toHaveLength(500);
    expect(refusalOf(() => searchTextOf('a'.repeat(501)))).toBe('query must be at most 500 characters');
  });
});

describe('trendingWindowOf', () => {
  it('doc4 §3.1: is a day when none is named', () => {
    expect(trendingWindowOf(undefined)).toBe('day');
  });

  it.each(['day', 'week'])('takes %s', (value) => {
    expect(trendingWindowOf(value)).toBe(value);
  });

  it.each(['', 'Day', 'month', 'day/../..', ['day'], null])('refuses %j', (value) => {
    expect(refusalOf(() => trendingWindowOf(value))).toBe('time_window must be day or week');
  });
});

describe('the instance that a query names', () => {
  it('doc2 §4 Access: is the caller’s default where none is named, and an empty text names none', () => {
    expect([undefined, '', 'm-1', 'x'.repeat(64)].map(instanceIdOf)).toEqual([
      undefined,
      undefined,
      'm-1',
      'x'.repeat(64),
    ]);
  });

  it.each([[['a', 'b']], [{ a: 'b' }], ['x'.repeat(65)]])('is one short text, and not %j', (value) => {
    expect(() => instanceIdOf(value)).toThrow(AppError);
  });
});

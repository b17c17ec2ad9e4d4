import { describe, expect, it } from 'vitest';
import {
  unjudgedOf,
  allowanceBody,
  allowanceKey,
  choiceOf,
  genresIn,
  grantsOf,
  isFit,
  limits,
  suggestedLimit,
} from './person-forms.js';

describe('issue 22: what is changed about a person', () => {
  it('libraries: each kind that there is is named, so that what was taken away is gone', () => {
    const instances = [
      { id: 'films', service_type: 'movie_manager' },
      { id: 'films-4k', service_type: 'movie_manager' },
      { id: 'series', service_type: 'tv_manager' },
    ] as const;
    expect(grantsOf(instances, new Set(['films-4k', 'gone']))).toEqual({
      movie_manager: ['films-4k'],
      tv_manager: [],
    });
  });

  it.each([
    [
      { source: 'default', count: 5, window_days: 7 },
      { mode: 'everyone', count: 5, days: 7 },
    ],
    [
      { source: 'override', count: null, window_days: 7 },
      { mode: 'unlimited', count: null, days: 7 },
    ],
    [
      { source: 'override', count: 0, window_days: 30 },
      { mode: 'own', count: 0, days: 30 },
    ],
  ] as const)('an allowance of %j is shown as %j', (state, choice) => {
    expect(choiceOf(state)).toEqual(choice);
  });

  it.each([
    [{ mode: 'everyone', count: null, days: 7 }, { inherit: true }],
    [
      { mode: 'unlimited', count: 3, days: 1 },
      { inherit: false, count: null, window_days: 1 },
    ],
    [
      { mode: 'own', count: 3, days: 30 },
      { inherit: false, count: 3, window_days: 30 },
    ],
  ] as const)('a choice of %j is sent as %j', (choice, sent) => {
    expect(allowanceBody({ media_type: 'movie' }, choice)).toEqual({ media_type: 'movie', ...sent });
    const book = { media_type: 'book', book_format: 'ebook' } as const;
    expect(allowanceBody(book, choice)).toEqual({ ...book, ...sent });
  });

  it.each([
    ['own', 0, true],
    ['own', 1_000_000, true],
    ['own', 1_000_001, false],
    ['own', -1, false],
    ['own', 1.5, false],
    ['own', null, false],
    ['unlimited', null, true],
    ['everyone', -1, true],
  ] as const)('an allowance %s of %s may be saved: %s', (mode, count, fits) => {
    expect(isFit({ mode, count, days: 7 })).toBe(fits);
  });

  it('kinds have names of their own, books by their form', () => {
    const kinds = [{ media_type: 'movie' }, { media_type: 'book', book_format: 'audiobook' }] as const;
    expect(kinds.map(allowanceKey)).toEqual(['movie', 'audiobook']);
  });

  it.each([
    [
      [
        { certification: 'G', order: 1 },
        { certification: 'PG', order: 2, default: true },
      ],
      'PG',
    ],
    [
      [
        { certification: 'NR', order: 0 },
        ...['0', '6', '12', '16', '18'].map((certification, at) => ({ certification, order: at + 1 })),
      ],
      '12',
    ],
    [[{ certification: 'NR', order: 0 }], ''],
    [undefined, ''],
  ] as const)('child limits begin with a low one that the region has: %#', (ratings, suggested) => {
    expect(suggestedLimit(ratings)).toBe(suggested);
    expect(limits(ratings).some(({ certification }) => certification === 'NR')).toBe(false);
  });

  it.each([null, {}, { genres: 'none' }, { genres: [null, { id: 'x', name: 'Drama' }, { id: 1 }] }])(
    'genres: an answer of %j has none',
    (answer) => {
      expect(genresIn(answer)).toEqual([]);
    },
  );

  it('issue 43 D26: books and music are what limits by ratings don’t judge', () => {
    const kinds = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager', 'hub'] as const;
    const instances = kinds.map((kind) => ({ id: kind, service_type: kind }));
    expect(unjudgedOf(instances, ['movie_manager', 'book_manager', 'hub']).map(({ id }) => id)).toEqual([
      'book_manager',
    ]);
    expect(unjudgedOf(instances, [])).toEqual([]);
  });
});

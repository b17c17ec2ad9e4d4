import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { askedTitlesOf } from './watch-many.query.js';

const numbers = (from: number, count: number): string => Array.from({ length: count }, (_, at) => from + at).join(',');

describe('issue 46: which titles somebody wants to watch', () => {
  it('films first, each once', () => {
    expect(askedTitlesOf({ series: '3', movies: '2,1,2' })).toEqual([
      { type: 'movie', tmdbId: 2 },
      { type: 'movie', tmdbId: 1 },
      { type: 'tv', tmdbId: 3 },
    ]);
  });

  it('are 40 at most, both kinds together', () => {
    expect(askedTitlesOf({ movies: numbers(1, 20), series: numbers(1, 20) })).toHaveLength(40);
  });

  it.each([
    [{}, 'title_ids_required'],
    [{ movies: '', series: '' }, 'title_ids_required'],
    [{ movies: numbers(1, 41) }, 'too_many_ids'],
    [{ movies: numbers(1, 20), series: numbers(1, 21) }, 'too_many_ids'],
    [{ series: Array(41).fill('1').join(',') }, 'too_many_ids'],
    [{ movies: '1,' }, 'not_ids'],
    [{ movies: '0' }, 'not_ids'],
    [{ movies: '1, 2' }, 'not_ids'],
    [{ series: '../1' }, 'not_ids'],
    [{ series: '2147483648' }, 'not_ids'],
    [{ movies: ['1', '2'] }, 'given_more_than_once'],
  ])('security 7: 400 for %j: %s', (query, code) => {
    expect(thrownBy(() => askedTitlesOf(query))).toMatchObject({ status: 400, code });
  });
});

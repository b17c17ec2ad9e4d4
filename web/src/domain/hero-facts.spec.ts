import { describe, expect, it } from 'vitest';
import { heroFacts } from './hero-facts.js';

describe('issue 46: what the picture at the top of Home says', () => {
  it.each([
    [
      { backdrop_path: '/b.jpg', runtime: 94, release_date: '1922-03-04', vote_average: 7.72, vote_count: 9 },
      { backdrop: '/b.jpg', year: '1922', runtime: 94, rating: '7.7' },
    ],
    [{ first_air_date: '1915-11-13' }, { backdrop: '', year: '1915', runtime: undefined, rating: '' }],
    [
      { backdrop_path: null, runtime: 0 },
      { backdrop: '', year: '', runtime: undefined, rating: '' },
    ],
  ])('of %o', (document, facts) => {
    expect(heroFacts(document)).toEqual(facts);
  });
});

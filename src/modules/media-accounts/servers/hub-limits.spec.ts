import { describe, expect, it } from 'vitest';
import { hubFiltersAsText, hubFiltersFromText, hubFiltersOf, NO_FILTERS } from './hub-limits.js';
import type { RankedLimits } from './media-server.js';

const LIMITS: RankedLimits = {
  ratingRegion: 'US',
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  blockUnrated: false,
  movieRatings: ['G', 'PG'],
  tvRatings: ['TV-Y', 'TV-PG'],
};

describe('issue 21: age limits as the filters of a share', () => {
  it('name every rating within them, of films and of series', () => {
    expect(hubFiltersOf(LIMITS, NO_FILTERS)).toEqual({
      filterMovies: 'contentRating=G%2CPG',
      filterTelevision: 'contentRating=TV-Y%2CTV-PG',
    });
  });

  it('name those of other countries behind the country', () => {
    const german = { ...LIMITS, ratingRegion: 'DE', movieRatings: ['0', '6'], tvRatings: ['6'] };
    expect(hubFiltersOf(german, NO_FILTERS)).toEqual({
      filterMovies: 'contentRating=de%2F0%2Cde%2F6',
      filterTelevision: 'contentRating=de%2F6',
    });
  });

  it('keep what an administrator has set beside them, and their stricter choice of ratings', () => {
    const before = { filterMovies: 'contentRating=G%2CR|label=Family', filterTelevision: 'label=Family' };
    expect(hubFiltersOf(LIMITS, before)).toEqual({
      filterMovies: 'contentRating=G|label=Family',
      filterTelevision: 'contentRating=TV-Y%2CTV-PG|label=Family',
    });
  });

  it.each([
    ['no rating lies within them', { ...LIMITS, movieRatings: [] }, NO_FILTERS],
    ['a rating can not be written', { ...LIMITS, tvRatings: ['TV-Y,TV-MA'] }, NO_FILTERS],
    ['nothing is left of a stricter choice', LIMITS, { ...NO_FILTERS, filterMovies: 'contentRating=R' }],
  ])('can not be written where %s: an empty filter would show everything', (_case, limits, before) => {
    expect(hubFiltersOf(limits, before)).toBeNull();
  });

  it('come back from the text of a row, and from nothing else', () => {
    const filters = { filterMovies: 'contentRating=G', filterTelevision: '' };
    expect(hubFiltersFromText(hubFiltersAsText(filters))).toEqual(filters);
    expect(() => hubFiltersFromText('{}')).toThrow();
  });
});

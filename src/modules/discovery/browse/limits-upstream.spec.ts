import { describe, expect, it } from 'vitest';
import { limitsUpstream } from './limits-upstream.js';

const policy = {
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  ratingRegion: 'US',
  blockUnrated: true,
  blockedMovieGenres: [27, 53],
  blockedTvGenres: [80],
};

describe('doc2 §4 Kids accounts: what a browse asks of the provider', () => {
  it('films: none for adults, none of the hidden genres, none above the cap', () => {
    expect(limitsUpstream('movie', policy)).toEqual({
      include_adult: 'false',
      without_genres: '27,53',
      certification_country: 'US',
      'certification.lte': 'PG',
    });
  });

  it('films while unrated ones are shown: nothing is said of ratings, which would leave those out', () => {
    const asked = limitsUpstream('movie', { ...policy, blockUnrated: false, blockedMovieGenres: [] });
    expect(asked).toEqual({ include_adult: 'false' });
  });

  it('series: the provider has no filter of ratings for them', () => {
    expect(limitsUpstream('tv', policy)).toEqual({ include_adult: 'false', without_genres: '80' });
  });
});

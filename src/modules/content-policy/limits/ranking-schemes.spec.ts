import { describe, expect, it } from 'vitest';
import { BUILT_IN_SCHEMES, type KnownSchemes } from '../../metadata/metadata.public.js';
import { settlePolicy } from '../policies/content-policy.service.js';
import { rankingSchemes } from './ranking-schemes.js';

describe('issue 43 C14: a country whose ratings can’t be read', () => {
  const known: KnownSchemes = {
    schemes: new Map([
      ['DE', null],
      ['US', null],
    ]),
    source: 'provider',
  };

  it('ranks nothing, so that what is judged by it stays closed', () => {
    expect(rankingSchemes('movie', 'DE', known)).toBeNull();
  });

  it('is ranked as it is built in where it is the United States', () => {
    expect(rankingSchemes('tv', 'US', known)?.own).toBe(BUILT_IN_SCHEMES.tv.get('US'));
  });

  it('is no country without ratings: limits of it can not be saved for now', () => {
    const policy = { maxMovieRating: '6', maxTvRating: '6', ratingRegion: 'DE' };
    const input = { ...policy, blockUnrated: true, blockedMovieGenres: [], blockedTvGenres: [] };
    expect(() => settlePolicy(input, { movie: known, tv: known })).toThrow(expect.objectContaining({ status: 503 }));
  });
});

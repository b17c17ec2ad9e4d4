import { describe, expect, it } from 'vitest';
import { UNRATED_KINDS } from '../../../clients/mediabrowser/media-policy.js';
import type { ParentalRating } from '../../../clients/mediabrowser/server-answers.js';
import type { AgeLimits } from './media-server.js';
import { capLimits, limitsAsText, limitsFromText, UNLIMITED, videoCap } from './video-limits.js';

const rating = (name: string, score: number, subScore: number | null = null): ParentalRating => ({
  name,
  cap: { score, subScore },
});

const AMERICAN = [rating('PG', 10, 0), rating('TV-PG', 10, 1), rating('PG-13', 13), rating('TV-14', 14)];

const limits = (given: Partial<AgeLimits> = {}): AgeLimits => ({
  ratingRegion: 'US',
  maxMovieRating: 'PG',
  maxTvRating: 'TV-14',
  blockUnrated: false,
  ...given,
});

describe('the cap of age limits on a video server', () => {
  it.each<readonly [string, readonly ParentalRating[], Partial<AgeLimits>, ParentalRating['cap'] | null]>([
    ['the stricter of films and series', AMERICAN, {}, { score: 10, subScore: 0 }],
    ['the stricter by its sub-score', AMERICAN, { maxTvRating: 'TV-PG' }, { score: 10, subScore: 0 }],
    ['without regard to case and spaces', AMERICAN, { maxMovieRating: 'pg - 13' }, { score: 13, subScore: null }],
    ['unknown where a film’s is', AMERICAN, { maxMovieRating: 'Approved' }, null],
    ['unknown where a series’ is', AMERICAN, { maxTvRating: 'TV-X' }, null],
    ['unknown where the server knows none', [], {}, null],
    [
      'the one with the region before it, before the bare one',
      [rating('12', 12), rating('DE-12', 11), rating('DE/16', 16)],
      { ratingRegion: 'DE', maxMovieRating: '12', maxTvRating: '16' },
      { score: 11, subScore: null },
    ],
    [
      'the strictest of several of one name',
      [rating('12', 13), rating('12', 12)],
      { ratingRegion: 'DE', maxMovieRating: '12', maxTvRating: '12' },
      { score: 12, subScore: null },
    ],
  ])('issue 21: is %s', (_case, ratings, given, cap) => {
    expect(videoCap(ratings, limits(given))).toEqual(cap);
  });
});

describe('the limits of a capped account', () => {
  const cap = { score: 10, subScore: null };

  it('hide what has no rating where the limits say so, and keep what was hidden before', () => {
    const before = { maxRating: null, blockUnrated: ['Book'] };
    expect(capLimits(cap, limits(), before)).toEqual({ maxRating: cap, blockUnrated: ['Book'] });
    const hidden = capLimits(cap, limits({ blockUnrated: true }), before).blockUnrated;
    expect([...hidden].sort()).toEqual([...UNRATED_KINDS].sort());
  });

  it('keep a stricter cap that an administrator has set there', () => {
    const stricter = { score: 5, subScore: null };
    expect(capLimits(cap, limits(), { ...UNLIMITED, maxRating: stricter }).maxRating).toEqual(stricter);
    const looser = { score: 18, subScore: null };
    expect(capLimits(cap, limits(), { ...UNLIMITED, maxRating: looser }).maxRating).toEqual(cap);
  });

  it.each([UNLIMITED, { maxRating: { score: 13, subScore: 1 }, blockUnrated: ['Movie'] }])(
    'come back from the text of a row: %o',
    (some) => {
      expect(limitsFromText(limitsAsText(some))).toEqual(some);
    },
  );

  it('are never read from anything else', () => {
    expect(() => limitsFromText('{"maxRating":5}')).toThrow();
  });
});

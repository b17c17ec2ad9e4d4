import type { KnownSchemes, TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';
import { notARatingOf, ratingListsUnavailable, unknownRatingsRegion } from '../content-policy.errors.js';
import { sameRating } from '../judging/kids-judge.js';
import { schemeOf } from '../limits/ranking-schemes.js';

/** A policy as somebody has typed it. */
export type PolicyInput = ContentPolicy;

const DEFAULT_REGION = 'US';

/**
 * The policy to store for an input: its region in upper case, its caps in the spelling of the region's schemes, each
 * hidden genre once and in order. Source: doc 3 section 5.3.
 *
 * @throws AppError 503 for a region besides the United States while only the built-in schemes are known, or its own can't be
 *   read; 400 for a region that hasn't ratings of both films and series, and for a cap that is none of them or stands for no rating
 */
export function settlePolicy(input: PolicyInput, known: Readonly<Record<TitleKind, KnownSchemes>>): ContentPolicy {
  const ratingRegion = input.ratingRegion.trim().toUpperCase() || DEFAULT_REGION;
  const movie = schemeOf('movie', ratingRegion, known.movie);
  const tv = schemeOf('tv', ratingRegion, known.tv);
  const isUnsure = [known.movie, known.tv].some(
    ({ source, schemes }) => source === 'built_in' || schemes.get(ratingRegion) === null,
  );
  if (isUnsure && ratingRegion !== DEFAULT_REGION) throw ratingListsUnavailable();
  if (!movie || !tv) throw unknownRatingsRegion();
  const capOf = (scheme: typeof movie, typed: string, member: string): string => {
    const found = scheme.find(
      ({ certification, order }) => order > 0 && sameRating(certification) === sameRating(typed),
    );
    if (!found) throw notARatingOf(member, ratingRegion);
    return found.certification;
  };
  return {
    maxMovieRating: capOf(movie, input.maxMovieRating, 'max_movie_rating'),
    maxTvRating: capOf(tv, input.maxTvRating, 'max_tv_rating'),
    ratingRegion,
    blockUnrated: input.blockUnrated,
    blockedMovieGenres: eachOnce(input.blockedMovieGenres),
    blockedTvGenres: eachOnce(input.blockedTvGenres),
  };
}

const eachOnce = (ids: readonly number[]): readonly number[] => [...new Set(ids)].sort((a, b) => a - b);

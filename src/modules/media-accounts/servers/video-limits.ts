import { z } from 'zod';
import { type RatingCap, type RatingLimits, UNRATED_KINDS } from '../../../clients/mediabrowser/media-policy.js';
import type { ParentalRating } from '../../../clients/mediabrowser/server-answers.js';
import type { AgeLimits } from './media-server.js';

/** A video server has one cap for films and series, so the stricter one holds. Null where it doesn't know one of them. */
export function videoCap(ratings: readonly ParentalRating[], limits: AgeLimits): RatingCap | null {
  const caps = [limits.maxMovieRating, limits.maxTvRating].map((name) => capOf(ratings, limits.ratingRegion, name));
  const [movie = null, tv = null] = caps;
  return movie && tv && stricter(movie, tv);
}

/** The limits of an account that is capped, with what an administrator has set before where that is stricter. */
export function capLimits(cap: RatingCap, { blockUnrated }: AgeLimits, before: RatingLimits): RatingLimits {
  return {
    maxRating: before.maxRating ? stricter(before.maxRating, cap) : cap,
    blockUnrated: blockUnrated ? [...new Set([...before.blockUnrated, ...UNRATED_KINDS])] : before.blockUnrated,
  };
}

export const UNLIMITED: RatingLimits = { maxRating: null, blockUnrated: [] };

const cap = z.object({ score: z.int(), subScore: z.int().nullable() });
const storedLimits = z.object({ maxRating: cap.nullable(), blockUnrated: z.array(z.string()) });

export const limitsAsText = (limits: RatingLimits): string => JSON.stringify(limits);

/** The reverse of {@link limitsAsText}. @throws ZodError for anything else */
export const limitsFromText = (text: string): RatingLimits => storedLimits.parse(JSON.parse(text));

function capOf(ratings: readonly ParentalRating[], region: string, name: string): RatingCap | null {
  const spellings = [`${region}-${name}`, `${region}/${name}`, name].map(spellingOf);
  for (const spelling of spellings) {
    const found = ratings.filter((rating) => spellingOf(rating.name) === spelling).map((rating) => rating.cap);
    if (found.length > 0) return found.reduce(stricter);
  }
  return null;
}

const spellingOf = (name: string): string => name.replaceAll(/\s/g, '').toLowerCase();

/** A score without a sub-score lets less through than the same with one would, so it counts as the lower. */
function stricter(one: RatingCap, other: RatingCap): RatingCap {
  if (one.score !== other.score) return one.score < other.score ? one : other;
  return (one.subScore ?? -1) <= (other.subScore ?? -1) ? one : other;
}

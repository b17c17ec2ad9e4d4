import {
  BUILT_IN_SCHEMES,
  type KnownSchemes,
  type RatingListsService,
  type TitleKind,
} from '../../metadata/metadata.public.js';
import type { AgeLimits, RankedLimits } from '../servers/media-server.js';

const UNITED_STATES = 'US';

/** Null where the ratings within the limits aren't at hand: these can't be written now. Not in a transaction. */
export async function rankLimits(ratings: RatingListsService, limits: AgeLimits): Promise<RankedLimits | null> {
  const { ratingRegion, maxMovieRating, maxTvRating } = limits;
  const [movies, series] = await Promise.all([ratings.known('movie'), ratings.known('tv')]);
  const movieRatings = ratingsWithin('movie', ratingRegion, movies, maxMovieRating);
  const tvRatings = ratingsWithin('tv', ratingRegion, series, maxTvRating);
  return movieRatings && tvRatings && { ...limits, movieRatings, tvRatings };
}

/** The ratings up to the cap, from those for the youngest on; order 0 is no rating. */
function ratingsWithin(
  kind: TitleKind,
  region: string,
  { schemes }: KnownSchemes,
  cap: string,
): readonly string[] | null {
  const builtIn = region === UNITED_STATES ? BUILT_IN_SCHEMES[kind].get(UNITED_STATES) : undefined;
  const rated = (schemes.get(region) ?? builtIn ?? []).filter(({ order }) => order > 0);
  const highest = rated.find(({ certification }) => certification === cap);
  if (!highest) return null;
  const within = rated.filter(({ order }) => order <= highest.order);
  return [...within].sort((one, other) => one.order - other.order).map(({ certification }) => certification);
}

import { Injectable } from '@nestjs/common';
import {
  BUILT_IN_SCHEMES,
  type KnownSchemes,
  RatingListsService,
  type TitleKind,
} from '../../metadata/metadata.public.js';
import type { AgeLimits, RankedLimits } from '../servers/ranked-limits.js';

const UNITED_STATES = 'US';

/** Which ratings lie within the age limits of a kids account? */
@Injectable()
export class LimitRankingService {
  constructor(private readonly lists: RatingListsService) {}

  /**
   * The limits with the ratings within them, by the schemes of their region. Not inside a transaction.
   *
   * @returns null where the schemes aren't at hand, or don't know a cap: such limits can't be written now
   */
  async rank(limits: AgeLimits): Promise<RankedLimits | null> {
    const { ratingRegion, maxMovieRating, maxTvRating } = limits;
    const [movies, series] = await Promise.all([this.lists.known('movie'), this.lists.known('tv')]);
    const movieRatings = ratingsWithin('movie', ratingRegion, movies, maxMovieRating);
    const tvRatings = ratingsWithin('tv', ratingRegion, series, maxTvRating);
    return movieRatings && tvRatings && { ...limits, movieRatings, tvRatings };
  }
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

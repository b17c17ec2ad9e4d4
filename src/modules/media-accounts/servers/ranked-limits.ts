/** The age limits of a kids account that media servers can keep; they have no word for its genres. Source: issue 21. */
export interface AgeLimits {
  /** ISO 3166-1 alpha-2, upper case: whose ratings the caps are. */
  readonly ratingRegion: string;
  /** In the spelling of the region's scheme. */
  readonly maxMovieRating: string;
  /** In the spelling of the region's scheme. */
  readonly maxTvRating: string;
  /** Is hidden what has no rating? */
  readonly blockUnrated: boolean;
}

/** Age limits with the ratings of the region's schemes that lie within them. */
export interface RankedLimits extends AgeLimits {
  /** Up to the cap itself, which is among them. */
  readonly movieRatings: readonly string[];
  /** Up to the cap itself, which is among them. */
  readonly tvRatings: readonly string[];
}

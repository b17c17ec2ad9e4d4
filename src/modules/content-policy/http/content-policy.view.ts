import type { ContentPolicy } from '../../users/users.public.js';

/** What a kids account may see. Source: doc 1 section 2 (Content policy). */
export interface ContentPolicyView {
  readonly max_movie_rating: string;
  readonly max_tv_rating: string;
  /** ISO 3166-1 alpha-2. */
  readonly rating_region: string;
  /** Is hidden what has no rating? */
  readonly block_unrated: boolean;
  /** Genre ids of the metadata provider. */
  readonly blocked_movie_genres: readonly number[];
  /** Genre ids of the metadata provider. */
  readonly blocked_tv_genres: readonly number[];
}

/** A policy as administrators see it. */
export function contentPolicyView(policy: ContentPolicy): ContentPolicyView {
  return {
    max_movie_rating: policy.maxMovieRating,
    max_tv_rating: policy.maxTvRating,
    rating_region: policy.ratingRegion,
    block_unrated: policy.blockUnrated,
    blocked_movie_genres: policy.blockedMovieGenres,
    blocked_tv_genres: policy.blockedTvGenres,
  };
}

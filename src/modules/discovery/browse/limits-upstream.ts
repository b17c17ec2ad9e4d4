import type { TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';
import type { BrowseFilters } from './browse-query.js';

/**
 * The limits of a kids account as far as the provider can apply them, so that pages aren't thinned more than they must be:
 * nothing for adults, none of the hidden genres and, for films while unrated ones are hidden, nothing above the cap. The
 * provider has no such filter of ratings for series. Source: doc 2 §4 Kids accounts, TMDB facts (discover).
 */
export function limitsUpstream(kind: TitleKind, policy: ContentPolicy): BrowseFilters {
  const hidden = kind === 'movie' ? policy.blockedMovieGenres : policy.blockedTvGenres;
  const isRated = kind === 'movie' && policy.blockUnrated;
  return {
    include_adult: 'false',
    ...(hidden.length > 0 ? { without_genres: hidden.join(',') } : {}),
    ...(isRated ? { certification_country: policy.ratingRegion, 'certification.lte': policy.maxMovieRating } : {}),
  };
}

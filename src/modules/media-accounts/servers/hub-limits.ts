import { z } from 'zod';
import type { RankedLimits } from './media-server.js';
import { contentRatingsOf, filterByRatings } from '../../../clients/plex/plex-shares.js';

/** What a share at the hub shows of films and of series; empty shows all. */
export interface HubFilters {
  readonly filterMovies: string;
  readonly filterTelevision: string;
}

export const NO_FILTERS: HubFilters = { filterMovies: '', filterTelevision: '' };

const UNITED_STATES = 'US';

/** An unrated title isn't shown; a stricter filter from before stays. Null where no rating is left: an empty filter shows all. */
export function hubFiltersOf(limits: RankedLimits, before: HubFilters): HubFilters | null {
  const filterMovies = filterOf(limits.movieRatings, limits.ratingRegion, before.filterMovies);
  const filterTelevision = filterOf(limits.tvRatings, limits.ratingRegion, before.filterTelevision);
  return filterMovies === null || filterTelevision === null ? null : { filterMovies, filterTelevision };
}

/** A filter that judges by more than ratings doesn't say. @param contentRating null where the title has none */
export function filterShows(filter: string, contentRating: string | null): boolean {
  if (filter === '') return true;
  const ratings = contentRatingsOf(filter);
  if (ratings === null || contentRating === null || filterByRatings('', ratings) !== filter) return false;
  return ratings.includes(contentRating);
}

export const hubFiltersAsText = ({ filterMovies, filterTelevision }: HubFilters): string =>
  JSON.stringify({ filterMovies, filterTelevision });

const stored = z.object({ filterMovies: z.string(), filterTelevision: z.string() });

/** The reverse of {@link hubFiltersAsText}. @throws ZodError for anything else */
export const hubFiltersFromText = (text: string): HubFilters => stored.parse(JSON.parse(text));

/** Do the filters of a share keep the limits as we write them? Null where nobody can tell. @param before null where unknown */
export function filtersKeep(limits: RankedLimits, now: string | null, before: string | null): boolean | null {
  if (now === null) return null;
  const wanted = hubFiltersOf(limits, hubFiltersFromText(before ?? now));
  return wanted && hubFiltersAsText(wanted) === now;
}

/** American ratings stand by themselves, any other one behind its region. */
function filterOf(ratings: readonly string[], region: string, before: string): string | null {
  const named = ratings.map((rating) => (region === UNITED_STATES ? rating : `${region.toLowerCase()}/${rating}`));
  const already = contentRatingsOf(before);
  const within = already === null ? named : named.filter((rating) => already.includes(rating));
  const isPlain = within.length > 0 && within.every((rating) => rating.trim() !== '' && !rating.includes(','));
  return isPlain ? filterByRatings(before, within) : null;
}

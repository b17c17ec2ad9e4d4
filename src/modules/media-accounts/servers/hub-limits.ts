import { z } from 'zod';
import { contentRatingsOf, filterByRatings } from '../../../clients/plex/plex-rating-filter.js';
import type { RankedLimits } from './media-server.js';

/** What a share at the hub shows of films and of series; empty shows all. */
export interface HubFilters {
  readonly filterMovies: string;
  readonly filterTelevision: string;
}

/** The filters of a share without limits. */
export const NO_FILTERS: HubFilters = { filterMovies: '', filterTelevision: '' };

const UNITED_STATES = 'US';

/**
 * The filters that keep age limits: they name every rating within the caps, so a title without a rating isn't shown, whether
 * or not the limits say so. What an administrator has set before stays where it is stricter.
 *
 * @returns null where nothing would be left to name: an empty filter would show everything
 */
export function hubFiltersOf(limits: RankedLimits, before: HubFilters): HubFilters | null {
  const filterMovies = filterOf(limits.movieRatings, limits.ratingRegion, before.filterMovies);
  const filterTelevision = filterOf(limits.tvRatings, limits.ratingRegion, before.filterTelevision);
  return filterMovies === null || filterTelevision === null ? null : { filterMovies, filterTelevision };
}

/**
 * Does a filter of a share show a title of this rating? A filter that judges by more than ratings doesn't say so.
 *
 * @param contentRating as the server names it; null where the title has none
 */
export function filterShows(filter: string, contentRating: string | null): boolean {
  if (filter === '') return true;
  const ratings = contentRatingsOf(filter);
  if (ratings === null || contentRating === null || filterByRatings('', ratings) !== filter) return false;
  return ratings.includes(contentRating);
}

/** Filters as text, to be kept in a row. */
export const hubFiltersAsText = ({ filterMovies, filterTelevision }: HubFilters): string =>
  JSON.stringify({ filterMovies, filterTelevision });

const stored = z.object({ filterMovies: z.string(), filterTelevision: z.string() });

/** The reverse of {@link hubFiltersAsText}. @throws ZodError for anything else */
export const hubFiltersFromText = (text: string): HubFilters => stored.parse(JSON.parse(text));

/**
 * Do the filters that were read of a share keep the limits as we write them?
 *
 * @param now the filters as text; null where they could not be read
 * @param before what the limits took the place of, as text; null where nothing is known of it
 * @returns null where nobody can tell
 */
export function filtersKeep(limits: RankedLimits, now: string | null, before: string | null): boolean | null {
  if (now === null) return null;
  const wanted = hubFiltersOf(limits, hubFiltersFromText(before ?? now));
  return wanted && hubFiltersAsText(wanted) === now;
}

/** American ratings stand by themselves, any other one behind its region. Source: docs/upstreams/plex.md. */
function filterOf(ratings: readonly string[], region: string, before: string): string | null {
  const named = ratings.map((rating) => (region === UNITED_STATES ? rating : `${region.toLowerCase()}/${rating}`));
  const already = contentRatingsOf(before);
  const within = already === null ? named : named.filter((rating) => already.includes(rating));
  const isPlain = within.length > 0 && within.every((rating) => rating.trim() !== '' && !rating.includes(','));
  return isPlain ? filterByRatings(before, within) : null;
}

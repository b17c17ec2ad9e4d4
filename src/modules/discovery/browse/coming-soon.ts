import type { TitleKind } from '../../metadata/metadata.public.js';
import type { BrowseFilters } from './browse-query.js';

const MONTHS_AHEAD = 3;
const FIRST_DAYS = { movie: 'primary_release_date', tv: 'first_air_date' } as const;

/**
 * What comes in the next three months, the most popular first: films by their release, series by their premiere.
 * Source: doc 4 §3.1.
 *
 * @param now the time, in epoch milliseconds; today is its day in UTC
 */
export function comingSoonFilters(kind: TitleKind, now: number): BrowseFilters {
  const first = FIRST_DAYS[kind];
  return {
    sort_by: 'popularity.desc',
    [`${first}.gte`]: dayOf(new Date(now)),
    [`${first}.lte`]: dayOf(monthsLater(now)),
  };
}

/** The same day three months on; the last of the month where that has fewer days. */
function monthsLater(now: number): Date {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + MONTHS_AHEAD];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), lastOfMonth)));
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

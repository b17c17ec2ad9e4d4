import type { SeriesAvailability } from '../../library/library.public.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { RequestRow } from '../saved/request-row.entity.js';

/** A season by both of its numbers; null where the library has no counterpart, or none is known. */
export interface SeasonNumbers {
  readonly source: number;
  readonly target: number | null;
}

/**
 * The seasons that a request is for, by the metadata provider's number; null where what is saved of them can't be read.
 * One such row is told as not known, so that it doesn't take the others' answers away.
 */
export function seasonsAsked({ seasonMap }: Pick<RequestRow, 'seasonMap'>): readonly SeasonNumbers[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  return (
    map && [...map].map(([source, target]) => ({ source, target })).sort((one, other) => one.source - other.source)
  );
}

/**
 * The seasons with what the library calls them. A library that has the series, and none of these seasons nor one that
 * they go on from, numbers them otherwise (years against counts, say): it has no counterparts then, which says nothing
 * about what it holds. A season that it has yet to learn of, beside others that it knows, keeps its number.
 * Source: doc 4 section 4.2, unmapped.
 */
export function withCounterparts(
  seasons: readonly SeasonNumbers[],
  series: SeriesAvailability,
): readonly SeasonNumbers[] {
  if (!series.known || !series.inLibrary) return seasons;
  const known = new Set(series.seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0));
  const isAtHome = ({ target }: SeasonNumbers): boolean =>
    target !== null && (known.has(target) || known.has(target - 1));
  return known.size === 0 || seasons.some(isAtHome) ? seasons : seasons.map((one) => ({ ...one, target: null }));
}

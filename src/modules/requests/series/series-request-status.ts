import { judgePilot, judgeSeasons, type SeriesAvailability } from '../../library/library.public.js';
import { tryDecodeSeasonMap } from '../../series-matching/series-matching.public.js';
import {
  type LiveState,
  type SavedState,
  type SeasonNow,
  statusNow,
  type StatusNow,
  statusUnknown,
} from '../kinds/request-status.js';
import type { RequestRow } from '../saved/rows.js';

/** A season by both of its numbers; the target is null when the library has no counterpart, or none is known. */
export interface SeasonNumbers {
  readonly source: number;
  readonly target: number | null;
}

/** By the provider's numbers; null when the stored map can't be read: one such row doesn't break a list. */
export function seasonsAsked({ seasonMap }: Pick<RequestRow, 'seasonMap'>): readonly SeasonNumbers[] | null {
  const map = tryDecodeSeasonMap(seasonMap);
  return (
    map && [...map].map(([source, target]) => ({ source, target })).sort((one, other) => one.source - other.source)
  );
}

/** The seasons that a library knows of a series, whatever else it says of them. */
type NumberedSeasons =
  | { readonly known: false }
  | {
      readonly known: true;
      readonly inLibrary: boolean;
      readonly seasons: readonly { readonly seasonNumber: number }[];
    };

/**
 * A library that has none of these seasons nor the one before any of them numbers them differently (by year, for
 * example): no counterparts. A season that it doesn't know yet, beside others that it knows, keeps its number.
 */
export function withCounterparts(seasons: readonly SeasonNumbers[], series: NumberedSeasons): readonly SeasonNumbers[] {
  if (!series.known || !series.inLibrary) return seasons;
  const known = new Set(series.seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0));
  const isNumberedAlike = ({ target }: SeasonNumbers): boolean =>
    target !== null && (known.has(target) || known.has(target - 1));
  return known.size === 0 || seasons.some(isNumberedAlike) ? seasons : seasons.map((one) => ({ ...one, target: null }));
}

export type AskedSeasons = Pick<RequestRow, 'seasonScope' | 'seasonMap'>;

const ABSENT: LiveState = { known: true, status: 'unavailable', progress: 0 };

/** Its seasons together; a pilot by its episode. Unknown while the library numbers them differently, or they can't be read. */
export function seriesRequestNow(asked: AskedSeasons, saved: SavedState, series: SeriesAvailability): StatusNow {
  const numbers = seasonsAsked(asked);
  if (numbers === null) return { ...statusUnknown(saved, 'tv_seasons_unmapped'), seasons: [] };
  const pairs = withCounterparts(numbers, series);
  const seasons = pairs.map((one) => seasonNow(one, saved, series));
  return { ...statusNow(saved, liveStateOf(asked, pairs, series)), seasons };
}

/** The requested seasons by the library's numbers; null where none of them has a counterpart, or none can be read. */
export function countedSeasons(asked: AskedSeasons, series: SeriesAvailability): readonly number[] | null {
  const numbers = seasonsAsked(asked);
  const targets = numbers && [...new Set(withCounterparts(numbers, series).flatMap(({ target }) => target ?? []))];
  return targets === null || targets.length === 0 ? null : targets;
}

/** @param saved null when nobody requested the season */
export function seasonNow(
  { source, target }: SeasonNumbers,
  saved: SavedState | null,
  series: SeriesAvailability,
): SeasonNow {
  const season = series.known ? series.seasons.find(({ seasonNumber }) => seasonNumber === target) : undefined;
  const { status, progress } = statusNow(saved, liveSeason(target, series, season));
  const counts = { files: season?.files ?? 0, episodes: season?.episodes ?? 0 };
  return { seasonNumber: source, ...counts, status, progress };
}

function liveStateOf(
  { seasonScope }: AskedSeasons,
  pairs: readonly SeasonNumbers[],
  series: SeriesAvailability,
): LiveState {
  const [first, ...rest] = new Set(pairs.flatMap(({ target }) => target ?? []));
  if (first === undefined) return { known: false, reason: 'tv_seasons_unmapped' };
  return seasonScope === 'pilot' ? judgePilot(series, first) : judgeSeasons(series, [first, ...rest]);
}

function liveSeason(
  target: number | null,
  series: SeriesAvailability,
  season: Extract<SeriesAvailability, { known: true }>['seasons'][number] | undefined,
): LiveState {
  if (!series.known) return series;
  if (target === null) return { known: false, reason: 'tv_seasons_unmapped' };
  if (season === undefined) return ABSENT;
  return season.known ? season : { known: false, reason: 'library_unavailable' };
}

import {
  UNKNOWN_SERIES,
  type SeasonAvailability,
  type SeriesAvailability,
  type UnknownSeries,
} from './series-availability.js';

/** The status of some seasons of a series together. */
export type SeasonsState = KnownSeasonsState | UnknownSeries;

interface KnownSeasonsState {
  readonly known: true;
  readonly status: 'available' | 'partial' | 'requested' | 'unavailable';
  /** 0 to 1: the share of aired episodes that have a file. A lower bound when not all air dates are known. */
  readonly progress: number;
}

/**
 * Judges some seasons of a series together. The first test that is true decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | files ≥ aired episodes > 0 | available | 1 |
 * | files > 0 | partial | files / aired |
 * | one of them is requested | requested | 0 |
 * | otherwise | unavailable | 0 |
 *
 * Season 0, the specials, never counts. A season that the library lacks has no episodes and no files. The result is
 * unknown when unread data could change it: whether the files are everything that has aired, or only a part.
 *
 * Source: doc 4 section 4.2; doc 2 section 3, TV rows.
 *
 * @param wanted the library's season numbers; all regular seasons when left out
 */
export function judgeSeasons(series: SeriesAvailability, wanted?: readonly number[]): SeasonsState {
  if (!series.known) return series;
  const seasons = series.seasons.filter(
    ({ seasonNumber }) => seasonNumber > 0 && (wanted === undefined || wanted.includes(seasonNumber)),
  );
  const files = sum(seasons.map((season) => season.files));
  if (files === 0) return judgeEmpty(seasons);
  const missing = seasons.map(missingEpisodes);
  if (missing.every(({ most }) => most === 0)) return { known: true, status: 'available', progress: 1 };
  if (missing.every(({ least }) => least === 0)) return UNKNOWN_SERIES;
  return { known: true, status: 'partial', progress: files / (files + sum(missing.map(({ most }) => most))) };
}

/**
 * Judges the first episode of a season. Available when it has a file, otherwise requested or unavailable by its flags.
 * Unknown when only the list of episodes has the answer and wasn't or couldn't be read.
 *
 * A pilot may be monitored in a season that isn't. To have such flags read, name the series in the `pilotsOf` of
 * SeriesLibraryService; whether a pilot has a file is found out without it.
 *
 * Source: doc 4 section 1.15, scope pilot.
 */
export function judgePilot(series: SeriesAvailability, seasonNumber: number): SeasonsState {
  if (!series.known) return series;
  const season = series.seasons.find((one) => one.seasonNumber === seasonNumber);
  if (!season) return { known: true, status: 'unavailable', progress: 0 };
  if (!season.known) return UNKNOWN_SERIES;
  if (season.pilotHeld) return { known: true, status: 'available', progress: 1 };
  if (season.pilotWanted === undefined) return UNKNOWN_SERIES;
  return { known: true, status: season.pilotWanted ? 'requested' : 'unavailable', progress: 0 };
}

function judgeEmpty(seasons: readonly SeasonAvailability[]): SeasonsState {
  if (seasons.some((season) => season.known && season.status === 'requested')) {
    return { known: true, status: 'requested', progress: 0 };
  }
  return seasons.every(({ known }) => known) ? { known: true, status: 'unavailable', progress: 0 } : UNKNOWN_SERIES;
}

/** The number of aired episodes without a file: a lower and an upper bound. */
function missingEpisodes(season: SeasonAvailability): { readonly least: number; readonly most: number } {
  const most = Math.max(0, season.episodes - season.files);
  return { least: season.known && season.unairedCounted !== true ? most : 0, most };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

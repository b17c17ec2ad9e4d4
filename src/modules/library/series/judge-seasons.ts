import { UNKNOWN_TITLE, type UnknownTitle } from '../cache/library-kind.js';

export interface KnownSeason {
  readonly known: true;
  /** The library's number of the season. */
  readonly seasonNumber: number;
  readonly status: 'available' | 'partial' | 'requested' | 'unavailable';
  /** 0 to 1: the share of aired episodes that have a file. */
  readonly progress: number;
  /** Episodes that have a file. */
  readonly files: number;
  /** Episodes that have aired; all known episodes when the air dates weren't needed. */
  readonly episodes: number;
  /** Set when `episodes` may include some that haven't aired: their dates weren't read. Such a season has no file. */
  readonly unairedCounted?: true;
  /** Does the season's first episode have a file? */
  readonly pilotHeld: boolean;
  /**
   * Is the first episode monitored? It may be in a season that isn't. Absent when only its own flag has the answer and wasn't
   * read: see the `pilotsOf` of SeriesLibraryService.
   */
  readonly pilotWanted?: boolean;
  /** Set for an available season with future episodes that nobody monitors: requesting it is useful all the same. */
  readonly unwatchedToCome?: true;
}

/** A season with files for some episodes, when the list of episodes couldn't be read. */
export interface UnknownSeason {
  readonly known: false;
  readonly seasonNumber: number;
  readonly files: number;
  readonly episodes: number;
}

export type SeasonAvailability = KnownSeason | UnknownSeason;

export interface KnownSeries {
  readonly known: true;
  /** False when the library affirms that it has no such series. */
  readonly inLibrary: boolean;
  /** By number. */
  readonly seasons: readonly SeasonAvailability[];
}

export type SeriesAvailability = KnownSeries | UnknownTitle;

export const UNKNOWN_SERIES = UNKNOWN_TITLE;

export type SeasonsState = KnownSeasonsState | UnknownTitle;

interface KnownSeasonsState {
  readonly known: true;
  readonly status: 'available' | 'partial' | 'requested' | 'unavailable';
  /** 0 to 1: the share of aired episodes that have a file. A lower bound when not all air dates are known. */
  readonly progress: number;
}

/**
 * Judges seasons together. The first test that is true decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | files ≥ aired episodes > 0 | available | 1 |
 * | files > 0 | partial | files / aired |
 * | one of them is requested | requested | 0 |
 * | otherwise | unavailable | 0 |
 *
 * Season 0, the specials, never counts. The result is unknown when unread data could change it: whether the files are
 * everything that has aired, or only a part.
 * Source: doc 4 section 4.2; doc 2 section 3, TV rows.
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
 * Available when the first episode has a file, otherwise requested or unavailable by its flags. Unknown when only the list of
 * episodes has the answer and wasn't read. A pilot may be monitored in a season that isn't: to have such flags read, name the
 * series in the `pilotsOf` of SeriesLibraryService; whether a pilot has a file is found out without it.
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

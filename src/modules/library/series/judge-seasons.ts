/** A season of a series in a library that could be read, including season 0, the specials. */
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
  /**
   * Set when `episodes` may include some that haven't aired, because the dates weren't read. Such a season has no file.
   */
  readonly unairedCounted?: true;
  /** Does the season's first episode have a file? */
  readonly pilotHeld: boolean;
  /**
   * Is the first episode monitored? An episode may be monitored in a season that isn't. Absent when only its own flag
   * has the answer and wasn't read: see the `pilotsOf` of SeriesLibraryService.
   */
  readonly pilotWanted?: boolean;
  /**
   * Set for an available season with future episodes that nobody monitors: requesting it is useful, although everything
   * that has aired is there.
   */
  readonly unwatchedToCome?: true;
}

/** A season with files for some episodes, when the list of episodes couldn't be read. */
export interface UnknownSeason {
  readonly known: false;
  readonly seasonNumber: number;
  readonly files: number;
  readonly episodes: number;
}

/** The status of a season. */
export type SeasonAvailability = KnownSeason | UnknownSeason;

/** A series in a library that could be read. */
export interface KnownSeries {
  readonly known: true;
  /** False when the library affirms that it has no such series. */
  readonly inLibrary: boolean;
  /** By number. */
  readonly seasons: readonly SeasonAvailability[];
}

/** The status of a series is unknown, because the library couldn't be read. Unknown is never treated as absent. */
export interface UnknownSeries {
  readonly known: false;
  readonly reason: 'library_unavailable';
}

/** The current status of a series in one library. */
export type SeriesAvailability = KnownSeries | UnknownSeries;

/** The status of every series of a library that can't be read. */
export const UNKNOWN_SERIES: UnknownSeries = { known: false, reason: 'library_unavailable' };

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

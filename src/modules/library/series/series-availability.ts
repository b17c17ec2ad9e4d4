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

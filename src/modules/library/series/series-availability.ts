/** A season of a series in a library that could be read, its specials' season 0 too. */
export interface KnownSeason {
  readonly known: true;
  /** The library's number of the season. */
  readonly seasonNumber: number;
  readonly status: 'available' | 'partial' | 'requested' | 'unavailable';
  /** 0 to 1: the share of aired episodes that have a file. */
  readonly progress: number;
  /** Episodes that have a file. */
  readonly files: number;
  /** Episodes that have aired, as far as that had to be found out; else all that the library knows. */
  readonly episodes: number;
  /** Set where `episodes` may hold some that haven't aired, because nothing told. Such a season has no file. */
  readonly unairedCounted?: true;
  /** Does the season's first episode have a file? */
  readonly pilotHeld: boolean;
  /**
   * Would the library take the first episode, as its flags stand? An episode may be monitored in a season that isn't.
   * Absent where only its own flag tells and that wasn't read: see the `pilotsOf` of SeriesLibraryService.
   */
  readonly pilotWanted?: boolean;
  /**
   * Set for an available season of which more is to come that nobody watches for: asking for it is not in vain, though
   * all that has aired is there.
   */
  readonly unwatchedToCome?: true;
}

/** A season of which some episodes have a file, and whose list of episodes couldn't be read. */
export interface UnknownSeason {
  readonly known: false;
  readonly seasonNumber: number;
  readonly files: number;
  readonly episodes: number;
}

/** Where a season stands. */
export type SeasonAvailability = KnownSeason | UnknownSeason;

/** A series in a library that could be read. */
export interface KnownSeries {
  readonly known: true;
  /** False when the library affirms that it has no such series. */
  readonly inLibrary: boolean;
  /** By number. */
  readonly seasons: readonly SeasonAvailability[];
}

/** Where a series stands can't be told, because the library couldn't be read. It is never a sort of absence. */
export interface UnknownSeries {
  readonly known: false;
  readonly reason: 'library_unavailable';
}

/** Where a series stands in one library at this moment. */
export type SeriesAvailability = KnownSeries | UnknownSeries;

/** The answer for every series of a library that can't be read. */
export const UNKNOWN_SERIES: UnknownSeries = { known: false, reason: 'library_unavailable' };

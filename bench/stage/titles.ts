/** Titles that nobody has asked for and no library has, of each kind. */
export const REQUESTED_TITLES = 250;

/** TMDB id of a film that the library has. */
export const filmId = (number: number): number => number + 1;

/** TMDB id of a series that the library has. */
export const seriesId = (number: number): number => number + 100_001;

/** TMDB id of a film to be asked for. */
export const requestedFilm = (number: number): number => number + 900_001;

/** TMDB id of a series to be asked for. */
export const requestedSeries = (number: number): number => number + 950_001;

/** What the library of series calls a series of the metadata provider. */
export const tvdbIdOf = (tmdbId: number): number => tmdbId + 1_000_000;

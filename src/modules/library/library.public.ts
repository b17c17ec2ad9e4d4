export { UNKNOWN_FILM, type FilmAvailability } from './films/film-availability.js';
export type { FilmDigestEntry } from './films/film-digest.js';
export { FilmLibrary } from './films/film-library.js';
export type { FilmShelf } from './films/film-shelf.js';
export { FilmProgressed, FilmReported, QueueChanged, SeriesProgressed, SeriesReported } from './library.events.js';
export { LibraryModule } from './library.module.js';
export { judgePilot, judgeSeasons } from './series/judge-seasons.js';
export type { SeriesJudgement } from './series/judge-shelved-series.js';
export {
  UNKNOWN_SERIES,
  type KnownSeason,
  type KnownSeries,
  type SeriesAvailability,
} from './series/series-availability.js';
export { FollowedLibraries } from './following/followed-libraries.js';
export { ForgottenReadings } from './following/forgotten-readings.js';
export { SeriesLibrary } from './series/series-library.js';
export type { SeriesDigestEntry } from './series/series-digest.js';
export type { SeriesShelf } from './series/series-shelf.js';

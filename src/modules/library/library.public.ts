export { UNKNOWN_FILM, type FilmAvailability } from './films/film-availability.js';
export { FilmLibrary } from './films/film-library.js';
export { FilmProgressed, FilmReported, QueueChanged, SeriesProgressed, SeriesReported } from './library.events.js';
export { LibraryModule } from './library.module.js';
export { judgePilot, judgeSeasons } from './series/judge-seasons.js';
export {
  UNKNOWN_SERIES,
  type KnownSeason,
  type KnownSeries,
  type SeriesAvailability,
} from './series/series-availability.js';
export { FollowedLibraries } from './readings/followed-libraries.js';
export { SeriesLibrary } from './series/series-library.js';

export { UNKNOWN_FILM, type FilmAvailability } from './films/film-availability.js';
export { FilmLibrary } from './films/film-library.js';
export { LibraryModule } from './library.module.js';

import { isAlreadyThere } from '../servarr/already-there.js';

/** Did Radarr refuse to add a film because its library has it? */
export const isMovieAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'movie.add', 'MovieExistsValidator');

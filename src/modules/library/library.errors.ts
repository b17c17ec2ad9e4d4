import { AppError } from '../../core/errors/app-error.js';

/** 404: the library has no such artist. Source: doc 4 section 1.10. */
export const artistNotFound = (): AppError => new AppError('artist_not_found', 404, 'no artist with this foreign_id');

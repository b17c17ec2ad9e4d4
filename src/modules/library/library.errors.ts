import { AppError } from '../../core/errors/app-error.js';

export const artistNotFound = (): AppError => new AppError('artist_not_found', 404, 'no artist with this foreign_id');

export const authorNotFound = (): AppError => new AppError('author_not_found', 404, 'no author with this foreign_id');

export const seriesNotFound = (): AppError => new AppError('book_series_not_found', 404, 'no series of this name');

import { AppError } from '../../core/errors/app-error.js';

/** 404: no account has this id. Source: doc 3 section 5.2. */
export const userNotFound = (): AppError => new AppError('user_not_found', 404, 'user not found');

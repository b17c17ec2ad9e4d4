import { AppError } from '../../../core/errors/app-error.js';

/** 503: the caller may see other things than when the answer was begun; the next one is made by that. Source: doc 4 section 6.4, errors. */
export const accessChangedMeanwhile = (): AppError =>
  new AppError('download_access_changed', 503, 'access changed, retry shortly');

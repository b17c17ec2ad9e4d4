import { AppError, badRequest } from '../../core/errors/app-error.js';

/** 404: a title is outside a kids account's limits; the answer says no more. */
export const titleNotAvailable = (): AppError =>
  new AppError('title_not_available', 404, 'not available', { isQuoted: true });

/** 503: the limits of a kids account can't be read or ranked, so that nothing may be shown. */
export const limitsUnreadable = (cause: unknown): AppError =>
  new AppError('content_limits_unreadable', 503, 'content limits cannot be checked, retry shortly', { cause });

/** 503: other limits hold than those by which an answer was judged; the next one is judged by them. */
export const limitsChangedMeanwhile = (): AppError =>
  new AppError('content_limits_unreadable', 503, 'content limits cannot be checked, retry shortly');

/** 502: a title could not be judged, for its ratings could not be looked up. */
export const limitsNotApplied = (cause: unknown): AppError =>
  new AppError('content_limits_not_applied', 502, 'content limits could not be applied', { isQuoted: true, cause });

/** 404: the account has no content policy. */
export const notAKidsAccount = (): AppError => new AppError('not_a_kids_account', 404, 'not a kids account');

/** 409: administrators see everything. */
export const adminsCannotBeKids = (): AppError =>
  new AppError('admin_kids_account', 409, 'admin accounts cannot be kids accounts');

/** 400: no ratings are known of the region, be it for films or for series. */
export const unknownRatingsRegion = (): AppError =>
  badRequest('unknown', 'unknown ratings region', { name: 'ratings region' });

/** 400: the cap is no rating of the region. */
export const notARatingOf = (member: string, region: string): AppError =>
  badRequest('not_a_rating_of', `${member} is not a rating of ${region}`, { name: member, region });

/** 503: only the ratings of the United States are at hand. */
export const ratingListsUnavailable = (): AppError =>
  new AppError('rating_lists_unavailable', 503, 'ratings lists temporarily unavailable');

import { AppError, notFound } from '../../core/errors/app-error.js';

export class LibraryUnreadable extends AppError {
  constructor() {
    super('libraries_unreadable', 503, 'a library can not be read, retry shortly');
  }
}

/**
 * The requester may not use its library any more. It isn't the 403 of other routes: to a tool that is a key which doesn't hold.
 * Source: doc 2 section 7 (403, "compat nothing else"); doc 4 Decisions.
 */
export const requesterLacksAccess = (cause: AppError): AppError =>
  new AppError('requester_lacks_access', 409, cause.safeText, { params: cause.options.params, cause });

/** Also for a request that is neither for a film nor for a series. */
export const requestNotFound = (): AppError => notFound('tracker_request_not_found', 'Request not found');

/** The metadata provider has no such film, series or season. */
export const titleNotFound = (): AppError => notFound('tracker_title_not_found', 'Title not found');

export const trackerUserNotFound = (): AppError => notFound('tracker_user_not_found', 'User not found');

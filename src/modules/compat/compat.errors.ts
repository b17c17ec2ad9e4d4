import { AppError, notFound } from '../../core/errors/app-error.js';

/** 503: a library of the kind that is asked about can't be read. */
export class LibraryUnreadable extends AppError {
  constructor() {
    super('libraries_unreadable', 503, 'a library can not be read, retry shortly');
  }
}

/**
 * 409: the requester may not use its library any more. It isn't the 403 that administrators are answered elsewhere: to
 * a tool that is a key which doesn't hold. Source: doc 2 section 7 (403, "compat nothing else"); doc 4 Decisions.
 */
export const requesterLacksAccess = (cause: AppError): AppError =>
  new AppError('requester_lacks_access', 409, cause.safeText, { params: cause.options.params, cause });

/** 404: there is no such request, or it is neither for a film nor for a series. */
export const requestNotFound = (): AppError => notFound('tracker_request_not_found', 'Request not found');

/** 404: the metadata provider has no such film, series or season. */
export const titleNotFound = (): AppError => notFound('tracker_title_not_found', 'Title not found');

/** 404: no account has this id. */
export const trackerUserNotFound = (): AppError => notFound('tracker_user_not_found', 'User not found');

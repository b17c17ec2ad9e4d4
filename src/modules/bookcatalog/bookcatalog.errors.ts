import { INSUFFICIENT_SCOPE } from '../../clients/hardcover/hardcover.client.js';
import { AppError, badRequest } from '../../core/errors/app-error.js';
import { providerFault, providerRefusal } from '../../core/errors/provider-fault.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';

/** 400: only book managers use the book catalog. */
export const notBookManager = (): AppError => badRequest('not_a_book_manager', 'this instance is no book manager');

/** 400: BOOKCATALOG_AUTH_URL and BOOKCATALOG_CLIENT_ID aren't set, so nobody can be sent anywhere to approve. */
export const signInNotOffered = (): AppError =>
  badRequest('bookcatalog_sign_in_off', 'signing in at the book catalog is not set up on this server');

/** 404: no such sign-in, or it is another session's or another instance's. */
export const signInMissing = (): AppError => new AppError('sign_in_missing', 404, 'sign-in not found');

/** 409: the instance's connection isn't the one any more that this was about. */
export const connectionChanged = (): AppError =>
  new AppError('connection_changed', 409, 'the connection was changed meanwhile, try again');

/** 409: the provider has ended the connection, so it is shared with nobody. */
export const reconnectNeeded = (): AppError =>
  new AppError('reconnect_needed', 409, 'the connection has ended: connect the book catalog again');

/** 502: the provider doesn't take the stored token any more, which is no provider out of order. */
export const tokenNoLongerAccepted = (cause?: unknown): AppError =>
  new AppError('bookcatalog_token_refused', 502, 'the book catalog no longer accepts its token: connect it again', {
    cause,
  });

/** 502: the book catalog failed, in words for the person who waits for it. */
export const catalogFailed = (cause: UpstreamError): AppError =>
  providerRefusal('book_catalog', cause, { code: 'bookcatalog_failed', status: 502 });

/** 502: the provider has asked to be left alone for now, so nothing was asked of it. */
export const catalogBusy = (): AppError =>
  new AppError('bookcatalog_busy', 502, providerFault('book_catalog', 'rate_limited').text);

/** 400 for a token that isn't accepted or may not read the catalog, 502 when that is unknown. */
export function tokenNotVerified(cause: UpstreamError): AppError {
  if (cause.kind !== 'unauthorized') return catalogFailed(cause);
  const narrow = cause.refusals.includes(INSUFFICIENT_SCOPE);
  const text = narrow
    ? 'the token may not read the catalog: it needs the scope read:catalog'
    : 'the book catalog does not accept this token';
  return new AppError(narrow ? 'bookcatalog_scope' : 'bookcatalog_token', 400, text, { cause });
}

import { INSUFFICIENT_SCOPE } from '../../clients/hardcover/hardcover.client.js';
import { AppError, badRequest } from '../../core/errors/app-error.js';
import type { UpstreamError, UpstreamFault } from '../../core/errors/upstream-error.js';

/** 400: only book managers use the book catalog. */
export const notBookManager = (): AppError => badRequest('this instance is no book manager');

/** 400: BOOKCATALOG_AUTH_URL and BOOKCATALOG_CLIENT_ID aren't set, so nobody can be sent anywhere to approve. */
export const signInNotOffered = (): AppError =>
  badRequest('signing in at the book catalog is not set up on this server');

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
  new AppError('bookcatalog_failed', 502, TEXTS[cause.kind], { cause });

/** 502: the provider has asked to be left alone for now, so nothing was asked of it. */
export const catalogBusy = (): AppError => new AppError('bookcatalog_busy', 502, TEXTS.rate_limited);

/**
 * What a check of a new token found out: 400 for a token that isn't accepted or may not read the catalog, 502 when that
 * is unknown.
 */
export function tokenNotVerified(cause: UpstreamError): AppError {
  if (cause.kind !== 'unauthorized') return catalogFailed(cause);
  const narrow = cause.refusals.includes(INSUFFICIENT_SCOPE);
  const text = narrow
    ? 'the token may not read the catalog: it needs the scope read:catalog'
    : 'the book catalog does not accept this token';
  return new AppError(narrow ? 'bookcatalog_scope' : 'bookcatalog_token', 400, text, { cause });
}

const UNREACHABLE = 'the book catalog could not be reached';
const UNREADABLE = 'the book catalog gave an answer that could not be read';
const REFUSED = 'the book catalog refused the request';

const TEXTS: Readonly<Record<UpstreamFault, string>> = {
  unreachable: UNREACHABLE,
  timeout: 'the book catalog took too long to answer',
  aborted: UNREACHABLE,
  unauthorized: 'the book catalog refused the request',
  not_found: REFUSED,
  rejected: REFUSED,
  rate_limited: 'the book catalog asks for fewer requests, try again shortly',
  failed: 'the book catalog is out of order',
  redirected: UNREADABLE,
  malformed: UNREADABLE,
  too_large: UNREADABLE,
};

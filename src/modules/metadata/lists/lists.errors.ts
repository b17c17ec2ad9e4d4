import { AppError } from '../../../core/errors/app-error.js';
import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';

/** 503: the list provider has no client id, so nothing was asked of it. */
export const listsNotConfigured = (): AppError =>
  new AppError('lists_not_configured', 503, 'list provider not configured', { body: { code: 'lists_not_configured' } });

/** 502: the list provider failed, with a text for the person who waits. */
export const listsFailed = (cause: UpstreamError): AppError =>
  new AppError('lists_failed', 502, TEXTS[cause.kind], { cause });

/** 502, not 429: the provider has asked for fewer calls, so nothing was asked of it. The caller is not at fault. */
export const listsResting = (): AppError => new AppError('lists_resting', 502, FEWER);

/** 422: the list provider refuses the client id that is to be stored. */
export const listKeyRefused = (cause: UpstreamError): AppError =>
  new AppError('list_key_refused', 422, TEXTS[cause.kind], { cause });

/** 503: the client id can't be checked now. */
export const listKeyUnjudged = (cause: UpstreamError): AppError =>
  new AppError('list_key_unjudged', 503, `the client id can't be checked: ${TEXTS[cause.kind]}`, { cause });

const UNREACHABLE = 'list provider could not be reached';
const UNREADABLE = 'list provider gave an answer that could not be read';
const REFUSED = 'list provider refused the request';
const FEWER = 'list provider asks for fewer requests, try again shortly';

const TEXTS: Readonly<Record<UpstreamFault, string>> = {
  unreachable: UNREACHABLE,
  timeout: 'list provider took too long to answer',
  aborted: UNREACHABLE,
  unauthorized: 'list provider refused its client id',
  not_found: REFUSED,
  rejected: REFUSED,
  rate_limited: FEWER,
  failed: 'list provider is out of order',
  redirected: UNREADABLE,
  malformed: UNREADABLE,
  too_large: UNREADABLE,
};

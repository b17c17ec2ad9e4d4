import { AppError } from '../../core/errors/app-error.js';
import type { UpstreamError, UpstreamFault } from '../../core/errors/upstream-error.js';

/** 503: the metadata provider has no key, so nothing was asked of it. */
export const metadataNotConfigured = (): AppError =>
  new AppError('metadata_not_configured', 503, 'metadata provider is not configured', {
    body: { code: 'metadata_not_configured' },
  });

/** 502: the metadata provider failed, with a text for the person who waits. The cause is logged. */
export const metadataFailed = (cause: UpstreamError): AppError =>
  new AppError('metadata_failed', 502, TEXTS[cause.kind], { cause });

/** 502: each of many calls was answered, but together they take too long. */
export const metadataTooSlow = (): AppError => new AppError('metadata_too_slow', 502, TEXTS.timeout);

/** 422: the metadata provider refuses the key that is to be stored. */
export const metadataKeyRefused = (cause: UpstreamError): AppError =>
  new AppError('metadata_key_refused', 422, TEXTS[cause.kind], { cause });

/** 503: the key can't be checked now. */
export const metadataKeyUnjudged = (cause: UpstreamError): AppError =>
  new AppError('metadata_key_unjudged', 503, `the key can't be checked: ${TEXTS[cause.kind]}`, { cause });

const UNREACHABLE = 'metadata provider could not be reached';
const UNREADABLE = 'metadata provider gave an answer that could not be read';
const REFUSED = 'metadata provider refused the request';

const TEXTS: Readonly<Record<UpstreamFault, string>> = {
  unreachable: UNREACHABLE,
  timeout: 'metadata provider took too long to answer',
  aborted: UNREACHABLE,
  unauthorized: 'metadata provider refused its key',
  not_found: REFUSED,
  rejected: REFUSED,
  rate_limited: 'metadata provider asks for fewer requests, try again shortly',
  failed: 'metadata provider is out of order',
  redirected: UNREADABLE,
  malformed: UNREADABLE,
  too_large: UNREADABLE,
};

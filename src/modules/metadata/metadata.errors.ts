import { AppError } from '../../core/errors/app-error.js';
import { providerFault } from '../../core/errors/provider-fault.js';
import type { Sentence } from '../../core/errors/sentence.js';
import type { UpstreamError, UpstreamFault } from '../../core/errors/upstream-error.js';

/** 503: the metadata provider has no key, so nothing was asked of it. */
export const metadataNotConfigured = (): AppError =>
  new AppError('metadata_not_configured', 503, 'metadata provider is not configured', {
    body: { code: 'metadata_not_configured' },
  });

/** 502: the metadata provider failed, with a text for the person who waits. The cause is logged. */
export const metadataFailed = (cause: UpstreamError): AppError => refusal('metadata_failed', 502, cause);

/** 502: each of many calls was answered, but together they take too long. */
export const metadataTooSlow = (): AppError => new AppError('metadata_too_slow', 502, reasonOf('timeout').text);

/** 422: the metadata provider refuses the key that is to be stored. */
export const metadataKeyRefused = (cause: UpstreamError): AppError => refusal('metadata_key_refused', 422, cause);

/** 503: the key can't be checked now. */
export function metadataKeyUnjudged(cause: UpstreamError): AppError {
  const reason = reasonOf(cause.kind);
  const text = `the key can't be checked: ${reason.text}`;
  return new AppError('metadata_key_unjudged', 503, text, { params: { reason }, cause });
}

function refusal(code: string, status: number, cause: UpstreamError): AppError {
  const reason = reasonOf(cause.kind);
  return new AppError(code, status, reason.text, { params: { reason }, cause });
}

const reasonOf = (kind: UpstreamFault): Sentence => providerFault('metadata_provider', kind);

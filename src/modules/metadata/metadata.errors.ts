import { AppError } from '../../core/errors/app-error.js';
import { providerFault } from '../../core/errors/provider-fault.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';

/** 503: the metadata provider has no key, so nothing was asked of it. */
export const metadataNotConfigured = (): AppError =>
  new AppError('metadata_not_configured', 503, 'metadata provider is not configured', {
    body: { code: 'metadata_not_configured' },
  });

/** 502: the metadata provider failed, with a text for the person who waits. The cause is logged. */
export const metadataFailed = (cause: UpstreamError): AppError =>
  refusal('metadata_provider', 'metadata_failed', 502, cause);

/** 502: each of many calls was answered, but together they take too long. */
export const metadataTooSlow = (): AppError =>
  new AppError('metadata_too_slow', 502, providerFault('metadata_provider', 'timeout').text);

/** 422: the metadata provider refuses the key that is to be stored. */
export const metadataKeyRefused = (cause: UpstreamError): AppError =>
  refusal('metadata_provider', 'metadata_key_refused', 422, cause);

/** 503: the key can't be checked now. */
export function metadataKeyUnjudged(cause: UpstreamError): AppError {
  const reason = providerFault('metadata_provider', cause.kind);
  const text = `the key can't be checked: ${reason.text}`;
  return new AppError('metadata_key_unjudged', 503, text, { params: { reason }, cause });
}

/** 503: the list provider has no client id, so nothing was asked of it. */
export const listsNotConfigured = (): AppError =>
  new AppError('lists_not_configured', 503, 'list provider not configured', { body: { code: 'lists_not_configured' } });

/** 502: the list provider failed, with a text for the person who waits. */
export const listsFailed = (cause: UpstreamError): AppError => refusal('list_provider', 'lists_failed', 502, cause);

/** 502, not 429: the provider has asked for fewer calls, so nothing was asked of it. The caller is not at fault. */
export const listsResting = (): AppError =>
  new AppError('lists_resting', 502, providerFault('list_provider', 'rate_limited').text);

/** 422: the list provider refuses the client id that is to be stored. */
export const listKeyRefused = (cause: UpstreamError): AppError =>
  refusal('list_provider', 'list_key_refused', 422, cause);

/** 503: the client id can't be checked now. */
export function listKeyUnjudged(cause: UpstreamError): AppError {
  const reason = providerFault('list_provider', cause.kind);
  const text = `the client id can't be checked: ${reason.text}`;
  return new AppError('list_key_unjudged', 503, text, { params: { reason }, cause });
}

function refusal(
  provider: 'metadata_provider' | 'list_provider',
  code: string,
  status: number,
  cause: UpstreamError,
): AppError {
  const reason = providerFault(provider, cause.kind);
  return new AppError(code, status, reason.text, { params: { reason }, cause });
}

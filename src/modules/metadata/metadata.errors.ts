import { AppError } from '../../core/errors/app-error.js';
import { providerFault, providerRefusal } from '../../core/errors/provider-fault.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';

/** 503: the metadata provider has no key, so nothing was asked of it. */
export const metadataNotConfigured = (): AppError =>
  new AppError('metadata_not_configured', 503, 'metadata provider is not configured');

/** 502: the metadata provider failed, with a text for the person who waits. The cause is logged. */
export const metadataFailed = (cause: UpstreamError): AppError =>
  providerRefusal('metadata_provider', cause, { code: 'metadata_failed', status: 502 });

/** 502: each of many calls was answered, but together they take too long. */
export const metadataTooSlow = (): AppError =>
  new AppError('metadata_too_slow', 502, providerFault('metadata_provider', 'timeout').text);

/** 422: the metadata provider refuses the key that is to be stored. */
export const metadataKeyRefused = (cause: UpstreamError): AppError =>
  providerRefusal('metadata_provider', cause, { code: 'metadata_key_refused', status: 422 });

/** 503: the key can't be checked now. */
export const metadataKeyUnjudged = (cause: UpstreamError): AppError =>
  providerRefusal('metadata_provider', cause, {
    code: 'metadata_key_unjudged',
    status: 503,
    before: "the key can't be checked: ",
  });

/** 503: the list provider has no client id, so nothing was asked of it. */
export const listsNotConfigured = (): AppError =>
  new AppError('lists_not_configured', 503, 'list provider not configured');

/** 502: the list provider failed, with a text for the person who waits. */
export const listsFailed = (cause: UpstreamError): AppError =>
  providerRefusal('list_provider', cause, { code: 'lists_failed', status: 502 });

/** 502, not 429: the provider has asked for fewer calls, so nothing was asked of it. The caller is not at fault. */
export const listsResting = (): AppError =>
  new AppError('lists_resting', 502, providerFault('list_provider', 'rate_limited').text);

/** 422: the list provider refuses the client id that is to be stored. */
export const listKeyRefused = (cause: UpstreamError): AppError =>
  providerRefusal('list_provider', cause, { code: 'list_key_refused', status: 422 });

/** 503: the client id can't be checked now. */
export const listKeyUnjudged = (cause: UpstreamError): AppError =>
  providerRefusal('list_provider', cause, {
    code: 'list_key_unjudged',
    status: 503,
    before: "the client id can't be checked: ",
  });

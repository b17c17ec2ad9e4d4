import { AppError } from '../../../core/errors/app-error.js';
import { providerFault } from '../../../core/errors/provider-fault.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';

/** 503: the list provider has no client id, so nothing was asked of it. */
export const listsNotConfigured = (): AppError =>
  new AppError('lists_not_configured', 503, 'list provider not configured', { body: { code: 'lists_not_configured' } });

/** 502: the list provider failed, with a text for the person who waits. */
export const listsFailed = (cause: UpstreamError): AppError => refusal('lists_failed', 502, cause);

/** 502, not 429: the provider has asked for fewer calls, so nothing was asked of it. The caller is not at fault. */
export const listsResting = (): AppError => new AppError('lists_resting', 502, reasonOf('rate_limited').text);

/** 422: the list provider refuses the client id that is to be stored. */
export const listKeyRefused = (cause: UpstreamError): AppError => refusal('list_key_refused', 422, cause);

/** 503: the client id can't be checked now. */
export function listKeyUnjudged(cause: UpstreamError): AppError {
  const reason = reasonOf(cause.kind);
  const text = `the client id can't be checked: ${reason.text}`;
  return new AppError('list_key_unjudged', 503, text, { params: { reason }, cause });
}

function refusal(code: string, status: number, cause: UpstreamError): AppError {
  const reason = reasonOf(cause.kind);
  return new AppError(code, status, reason.text, { params: { reason }, cause });
}

const reasonOf = (kind: UpstreamFault): Sentence => providerFault('list_provider', kind);

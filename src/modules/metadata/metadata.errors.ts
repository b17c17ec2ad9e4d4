import { AppError } from '../../core/errors/app-error.js';
import { type Sentence, sayFrom } from '../../core/errors/sentence.js';
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

export const METADATA_SENTENCES = {
  metadata_provider_unreachable: 'metadata provider could not be reached',
  metadata_provider_slow: 'metadata provider took too long to answer',
  metadata_provider_refused_key: 'metadata provider refused its key',
  metadata_provider_refused: 'metadata provider refused the request',
  metadata_provider_asks_for_fewer: 'metadata provider asks for fewer requests, try again shortly',
  metadata_provider_out_of_order: 'metadata provider is out of order',
  metadata_provider_unreadable: 'metadata provider gave an answer that could not be read',
} as const;

const say = sayFrom(METADATA_SENTENCES);

const CODES: Readonly<Record<UpstreamFault, keyof typeof METADATA_SENTENCES>> = {
  unreachable: 'metadata_provider_unreachable',
  timeout: 'metadata_provider_slow',
  aborted: 'metadata_provider_unreachable',
  unauthorized: 'metadata_provider_refused_key',
  not_found: 'metadata_provider_refused',
  rejected: 'metadata_provider_refused',
  rate_limited: 'metadata_provider_asks_for_fewer',
  failed: 'metadata_provider_out_of_order',
  redirected: 'metadata_provider_unreadable',
  malformed: 'metadata_provider_unreadable',
  too_large: 'metadata_provider_unreadable',
};

const reasonOf = (kind: UpstreamFault): Sentence => say(CODES[kind]);

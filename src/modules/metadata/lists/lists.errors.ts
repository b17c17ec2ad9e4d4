import { AppError } from '../../../core/errors/app-error.js';
import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
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

export const LIST_PROVIDER_SENTENCES = {
  list_provider_unreachable: 'list provider could not be reached',
  list_provider_slow: 'list provider took too long to answer',
  list_provider_refused_client_id: 'list provider refused its client id',
  list_provider_refused: 'list provider refused the request',
  list_provider_asks_for_fewer: 'list provider asks for fewer requests, try again shortly',
  list_provider_out_of_order: 'list provider is out of order',
  list_provider_unreadable: 'list provider gave an answer that could not be read',
} as const;

const say = sayFrom(LIST_PROVIDER_SENTENCES);

const CODES: Readonly<Record<UpstreamFault, keyof typeof LIST_PROVIDER_SENTENCES>> = {
  unreachable: 'list_provider_unreachable',
  timeout: 'list_provider_slow',
  aborted: 'list_provider_unreachable',
  unauthorized: 'list_provider_refused_client_id',
  not_found: 'list_provider_refused',
  rejected: 'list_provider_refused',
  rate_limited: 'list_provider_asks_for_fewer',
  failed: 'list_provider_out_of_order',
  redirected: 'list_provider_unreadable',
  malformed: 'list_provider_unreadable',
  too_large: 'list_provider_unreadable',
};

const reasonOf = (kind: UpstreamFault): Sentence => say(CODES[kind]);

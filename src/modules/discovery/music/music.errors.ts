import { AppError, notFound } from '../../../core/errors/app-error.js';
import { sayFrom } from '../../../core/errors/sentence.js';
import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';

/** 404: there is no such album, artist or cover, as far as the provider says. */
export const musicNotFound = (): AppError => notFound();

/** 502: a provider of music failed, in words for the person who waits for its answer. */
export function musicFailed(cause: UpstreamError): AppError {
  const reason = say(CODES[cause.kind]);
  return new AppError('music_failed', 502, reason.text, { params: { reason }, cause });
}

/** 502: too little is known of what is on a page; a thinner page would pass for all there is. */
export const musicIncomplete = (): AppError =>
  new AppError('music_incomplete', 502, 'music provider knows too little about this page, try again later');

export const MUSIC_SENTENCES = {
  music_provider_unreachable: 'music provider could not be reached',
  music_provider_slow: 'music provider took too long to answer',
  music_provider_refused: 'music provider refused the request',
  music_provider_asks_for_fewer: 'music provider asks for fewer requests, try again shortly',
  music_provider_out_of_order: 'music provider is out of order',
  music_provider_unreadable: 'music provider gave an answer that could not be read',
} as const;

const say = sayFrom(MUSIC_SENTENCES);

const CODES: Readonly<Record<UpstreamFault, keyof typeof MUSIC_SENTENCES>> = {
  unreachable: 'music_provider_unreachable',
  timeout: 'music_provider_slow',
  aborted: 'music_provider_unreachable',
  unauthorized: 'music_provider_refused',
  not_found: 'music_provider_refused',
  rejected: 'music_provider_refused',
  rate_limited: 'music_provider_asks_for_fewer',
  failed: 'music_provider_out_of_order',
  redirected: 'music_provider_unreadable',
  malformed: 'music_provider_unreadable',
  too_large: 'music_provider_unreadable',
};

import { AppError, notFound } from '../../../core/errors/app-error.js';
import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';

/** 404: there is no such album, artist or cover, as far as the provider says. */
export const musicNotFound = (): AppError => notFound();

/** 502: a provider of music failed, in words for the person who waits for its answer. */
export const musicFailed = (cause: UpstreamError): AppError =>
  new AppError('music_failed', 502, TEXTS[cause.kind], { cause });

/** 502: too little is known of what is on a page; a thinner page would pass for all there is. */
export const musicIncomplete = (): AppError =>
  new AppError('music_incomplete', 502, 'music provider knows too little about this page, try again later');

const UNREACHABLE = 'music provider could not be reached';
const UNREADABLE = 'music provider gave an answer that could not be read';
const REFUSED = 'music provider refused the request';

const TEXTS: Readonly<Record<UpstreamFault, string>> = {
  unreachable: UNREACHABLE,
  timeout: 'music provider took too long to answer',
  aborted: UNREACHABLE,
  unauthorized: REFUSED,
  not_found: REFUSED,
  rejected: REFUSED,
  rate_limited: 'music provider asks for fewer requests, try again shortly',
  failed: 'music provider is out of order',
  redirected: UNREADABLE,
  malformed: UNREADABLE,
  too_large: UNREADABLE,
};

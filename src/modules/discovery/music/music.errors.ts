import { AppError, notFound } from '../../../core/errors/app-error.js';
import { providerRefusal } from '../../../core/errors/provider-fault.js';
import type { UpstreamError } from '../../../core/errors/upstream-error.js';

/** 404: there is no such album, artist or cover, as far as the provider says. */
export const musicNotFound = (): AppError => notFound();

/** 502: a provider of music failed, in words for the person who waits for its answer. */
export const musicFailed = (cause: UpstreamError): AppError =>
  providerRefusal('music_provider', cause, { code: 'music_failed', status: 502 });

/** 502: too little is known of what is on a page; a thinner page would pass for all there is. */
export const musicIncomplete = (): AppError =>
  new AppError('music_incomplete', 502, 'music provider knows too little about this page, try again later');

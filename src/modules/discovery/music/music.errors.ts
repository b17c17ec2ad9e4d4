import { AppError, notFound } from '../../../core/errors/app-error.js';
import { providerRefusal } from '../../../core/errors/provider-fault.js';
import type { UpstreamError } from '../../../core/errors/upstream-error.js';

export const musicNotFound = (): AppError => notFound();

export const musicFailed = (cause: UpstreamError): AppError =>
  providerRefusal('music_provider', cause, { code: 'music_failed', status: 502 });

/** A thinner page would pass for all there is. */
export const musicIncomplete = (): AppError =>
  new AppError('music_incomplete', 502, 'music provider knows too little about this page, try again later');

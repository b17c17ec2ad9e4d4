import { AppError, notFound } from '../../../core/errors/app-error.js';
import type { UpstreamError } from '../../../core/errors/upstream-error.js';

/** 404: this picture may not be fetched, or isn't there. Source: doc 4 §3.5. */
export const pictureNotFound = (): AppError => notFound('image not found');

/** 502: whoever has the picture failed, or answered something that is none. Source: doc 4 §3.5. */
export const pictureFailed = (cause: UpstreamError): AppError =>
  new AppError('picture_failed', 502, 'image could not be fetched', { cause });

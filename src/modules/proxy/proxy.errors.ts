import { AppError } from '../../core/errors/app-error.js';

/** 502: what came from the instance can't be passed on, or nothing came. All read alike; the reason is for the log. */
export class UnsafeUpstreamResponse extends AppError {
  constructor(
    readonly kind: string,
    cause?: unknown,
  ) {
    super('unsafe_upstream_response', 502, 'unsafe upstream response', { isQuoted: true, cause });
  }
}

/** 502: the instance sends its callers to another place, which is not named. */
export class RedirectedElsewhere extends AppError {
  constructor() {
    const where = 'check the instance URL, its URL base and any proxy in front of it';
    super('redirected_elsewhere', 502, `the instance redirects to another address: ${where}`, { isQuoted: true });
  }
}

/** 400: the path could lead somewhere else than into the instance. */
export const proxyPathInvalid = (): AppError => new AppError('proxy_path_invalid', 400, 'invalid proxy path');

/** 499, which nobody reads: the caller has gone. What broke because of it is no fault of ours or of the instance. */
class CallerGone extends AppError {
  constructor() {
    super('caller_gone', 499, 'the caller has gone');
  }
}

/** The caller's own fault if they have gone, a typed error itself, else the opaque 502. @param kind why, for the log */
export function refusalOf(error: unknown, kind: string, signal: AbortSignal): AppError {
  if (signal.aborted) return new CallerGone();
  return error instanceof AppError ? error : new UnsafeUpstreamResponse(kind, error);
}

/** {@link refusalOf} an answer that could not be filtered or scrubbed: the error itself says why. */
export function unjudgedRefusalOf(error: unknown, signal: AbortSignal): AppError {
  return refusalOf(error, error instanceof Error ? error.message : 'it was not judged', signal);
}

/** This document can't be judged, so it can't be passed on. The reason holds nothing of the document. */
export class UnjudgeableJson extends Error {
  override readonly name = 'UnjudgeableJson';
}

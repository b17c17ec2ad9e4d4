import { AppError } from '../../core/errors/app-error.js';

/**
 * 502: what came from the instance can't be passed on, or nothing came. Every such answer reads the same; the reason is
 * for the log alone and holds nothing of what came. Source: doc 1 proxy rule 3, doc 3 §4, opaque failure.
 */
export class UnsafeUpstreamResponse extends AppError {
  /** @param kind why, in words of our own */
  constructor(
    readonly kind: string,
    cause?: unknown,
  ) {
    super('unsafe_upstream_response', 502, 'unsafe upstream response', { cause });
  }
}

/** 502: the instance sends its callers to another place, which is not named. Source: doc 1 proxy rule 4. */
export class RedirectedElsewhere extends AppError {
  constructor() {
    const where = 'check the instance URL, its URL base and any proxy in front of it';
    super('redirected_elsewhere', 502, `the instance redirects to another address: ${where}`);
  }
}

/** 400: the path could lead somewhere else than into the instance. */
export class ProxyPathInvalid extends AppError {
  constructor() {
    super('proxy_path_invalid', 400, 'invalid proxy path');
  }
}

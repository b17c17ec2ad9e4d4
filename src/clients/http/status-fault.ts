import type { UpstreamFault } from '../../core/errors/upstream-error.js';

/** What does an HTTP status mean, when it is not the success that was asked for? See {@link UpstreamFault}. */
export function faultOfStatus(status: number): UpstreamFault {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  if (status >= 400) return 'rejected';
  if (status >= 300) return 'redirected';
  return 'malformed';
}

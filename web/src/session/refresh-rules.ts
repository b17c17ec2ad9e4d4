/** An access token is good for 15 minutes; from the twelfth on it is renewed. Source: issue 22, session */
const RENEW_AFTER_MS = 12 * 60_000;

/** How long to wait before the token is renewed, in milliseconds; 0 where it is time. */
export function refreshDelay(ageMs: number): number {
  return Math.max(0, RENEW_AFTER_MS - ageMs);
}

/**
 * What an answer to the renewal says about the session. Only a refusal ends it: a server that can't judge it, too many calls
 * or a lost network sign nobody out.
 *
 * @param status 0 where there was no answer
 */
export function refreshVerdict(status: number): 'renewed' | 'ended' | 'unknown' {
  if (status >= 200 && status < 300) return 'renewed';
  return status === 401 || status === 403 ? 'ended' : 'unknown';
}

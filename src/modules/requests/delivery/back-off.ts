const MINUTE = 60_000;
const LONGEST = 6 * 60 * MINUTE;

/** The longest wait that a manager may ask for, so that no request is put off for ever. */
const LONGEST_ASKED = 24 * 60 * MINUTE;

/** After this many attempts a person must look. Source: doc 4 section 1.17. */
export const MOST_ATTEMPTS = 50;

/**
 * How long until the next attempt, in milliseconds: a minute, doubling up to six hours. A longer wait that the
 * library manager asked for is honoured, up to a day. Source: doc 4 section 1.17.
 *
 * @param attempts attempts made so far, at least 1
 * @param retryAfterMs what the manager asked for
 */
export function backOff(attempts: number, retryAfterMs = 0): number {
  const doubled = MINUTE * 2 ** Math.min(Math.max(attempts, 1) - 1, 20);
  return Math.max(Math.min(doubled, LONGEST), Math.min(retryAfterMs, LONGEST_ASKED));
}

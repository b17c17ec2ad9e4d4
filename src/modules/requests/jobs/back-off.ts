const MINUTE = 60_000;
const LONGEST = 6 * 60 * MINUTE;

const FIRST_LOOK = 10_000;

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
  return Math.max(doubling(MINUTE, attempts), Math.min(retryAfterMs, LONGEST_ASKED));
}

/**
 * How long until the next look at a manager that is still taking a title in, in milliseconds: ten seconds, doubling up
 * to six hours. Nothing has failed, and most series are taken in within seconds.
 *
 * @param attempts attempts made so far, at least 1
 */
export function waitingBackOff(attempts: number): number {
  return doubling(FIRST_LOOK, attempts);
}

/**
 * How long until an attempt that our own storage broke off is made again, in milliseconds: none after the first attempt, for
 * nothing is known to be wrong with the library; then as {@link backOff}, one attempt behind.
 *
 * @param attempts attempts made so far, at least 1
 */
export function brokenOffBackOff(attempts: number): number {
  return attempts > 1 ? backOff(attempts - 1) : 0;
}

function doubling(first: number, attempts: number): number {
  return Math.min(first * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), LONGEST);
}

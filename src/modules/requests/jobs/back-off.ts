const MINUTE = 60_000;
const LONGEST = 6 * 60 * MINUTE;

const FIRST_LOOK = 10_000;

/** The longest wait that a manager may ask for, so that no request is delayed forever. */
const LONGEST_ASKED = 24 * 60 * MINUTE;

/** After this many attempts a person must act. Source: doc 4 section 1.17. */
export const MOST_ATTEMPTS = 50;

/**
 * The wait until the next attempt, in milliseconds: a minute, doubling up to six hours. A longer wait that the library
 * manager asks for is respected, up to a day. Source: doc 4 section 1.17.
 *
 * @param attempts attempts made so far, at least 1
 * @param retryAfterMs the wait that the manager asked for
 */
export function backOff(attempts: number, retryAfterMs = 0): number {
  return Math.max(doubling(MINUTE, attempts), Math.min(retryAfterMs, LONGEST_ASKED));
}

/**
 * The wait until the next look at a manager that is still adding a title, in milliseconds: ten seconds, doubling up to
 * six hours. Nothing has failed, and most series are added within seconds.
 *
 * @param attempts attempts made so far, at least 1
 */
export function waitingBackOff(attempts: number): number {
  return doubling(FIRST_LOOK, attempts);
}

/**
 * The wait until an attempt that our own storage interrupted is repeated, in milliseconds: none after the first
 * attempt, because the library may be fine; then as {@link backOff}, one attempt behind.
 *
 * @param attempts attempts made so far, at least 1
 */
export function brokenOffBackOff(attempts: number): number {
  return attempts > 1 ? backOff(attempts - 1) : 0;
}

function doubling(first: number, attempts: number): number {
  return Math.min(first * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), LONGEST);
}

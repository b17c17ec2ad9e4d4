import { backOff, doubling } from '../../../core/work/back-off.js';

const MINUTE = 60_000;
const LONGEST = 6 * 60 * MINUTE;

/** A minute, doubling up to six hours. A longer wait that the library manager asks for is respected up to a day. */
const RETRIES = { waits: doubling(MINUTE, LONGEST), longestAsked: 24 * 60 * MINUTE };

/** Nothing has failed, and most series are added within seconds. */
const LOOKS = { waits: doubling(10_000, LONGEST) };

/** After so many a person must act. */
export const MOST_ATTEMPTS = 50;

/** Milliseconds until the next attempt. @param retryAfterMs the wait that the manager asked for */
export const retryWait = (attempts: number, retryAfterMs?: number): number => backOff(RETRIES, attempts, retryAfterMs);

/** The wait until the next look at a manager that is still adding a title, in milliseconds. */
export const lookWait = (attempts: number): number => backOff(LOOKS, attempts);

/** After our own storage failed: none after the first attempt, because the library may be fine; then one behind {@link retryWait}. */
export const brokenOffWait = (attempts: number): number => (attempts > 1 ? retryWait(attempts - 1) : 0);

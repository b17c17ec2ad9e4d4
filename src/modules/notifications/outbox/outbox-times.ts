/** The most attempts at one message. Source: doc 2 section 8, chat delivery. */
export const MOST_ATTEMPTS = 5;

/** Nothing is older than this when it is sent, and no wait is longer. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const BACK_OFF_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];

/**
 * How long a destination is left alone after an attempt that certainly brought nothing. Source: issue 24, Answers: the first
 * one within 60 seconds.
 *
 * @param attempts how often the message was sent, 1 to {@link MOST_ATTEMPTS}
 * @param askedMs how long the destination has asked to wait, if it has
 */
export function backOff(attempts: number, askedMs = 0): number {
  const own = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? MINUTE_MS;
  return Math.min(Math.max(own, askedMs), LONGEST_WAIT_MS);
}

/** How long a destination waits that has asked for it: a second at least, a day at most. Source: issue 24, Answers. */
export function askedWait(retryAfterMs: number): number {
  return Math.min(Math.max(retryAfterMs, SECOND_MS), LONGEST_WAIT_MS);
}

/** When a message that can't be judged yet is judged again: the older it is the rarer, every half minute to every quarter of an hour. */
export function nextLook(ageMs: number): number {
  return Math.min(Math.max(ageMs / 4, 30 * SECOND_MS), 15 * MINUTE_MS);
}

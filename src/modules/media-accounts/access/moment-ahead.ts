/** How much the clocks of two processes may differ, or a clock may be corrected, in milliseconds. */
const MOST_SKEW_MS = 10_000;

/**
 * Does a stored wait or lease still last? One that ends later than any can was written before the clock was set back, and is over.
 *
 * @param moment its end, in epoch milliseconds; null for none
 * @param mostMs how long one lasts at most
 */
export const isAhead = (moment: number | null, now: number, mostMs: number): boolean =>
  moment !== null && moment > now && moment <= now + mostMs + MOST_SKEW_MS;

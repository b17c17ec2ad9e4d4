/** How long a lease lasts, in milliseconds. Source: doc 4 section 1.17. */
export const LEASE_MS = 5 * 60_000;

/**
 * How much the clocks of two processes may differ, or a clock may be corrected, without a lease being treated as wrong.
 */
const MOST_SKEW_MS = 10_000;

/** No attempt can have ended later than this, unless the clock was set back since. */
export const latestMoment = (now: number): number => now + MOST_SKEW_MS;

/**
 * The latest end that a lease can have. One that ends later was taken before the clock was set back, and has expired.
 */
export const latestLeaseEnd = (now: number): number => now + LEASE_MS + MOST_SKEW_MS;

/** How often a lease that is in use is extended, in milliseconds. Source: doc 4 section 1.17. */
export const HEARTBEAT_MS = 30_000;

import type { Clock } from '../../../core/time/clock.js';

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
const HEARTBEAT_MS = 30_000;

/** A lease that is extended regularly. */
export interface KeptLease {
  /** True once an extension was refused or could not be written: another worker may have the subject of the lease. */
  readonly lost: boolean;
  /** Ends the heartbeat. */
  stop(): void;
}

/** Extends a lease every 30 seconds until it is stopped or lost. */
export function keepLease(clock: Clock, extend: () => Promise<boolean>): KeptLease {
  const kept = { lost: false, stop: (): void => timer.cancel() };
  const lose = (): void => {
    kept.lost = true;
    timer.cancel();
  };
  const timer = clock.setInterval(HEARTBEAT_MS, () => {
    extend().then((held) => (held ? undefined : lose()), lose);
  });
  return kept;
}

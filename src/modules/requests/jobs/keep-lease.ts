import type { Clock } from '../../../core/time/clock.js';

/** How long a lease lasts, in milliseconds. Source: doc 4 section 1.17. */
export const LEASE_MS = 5 * 60_000;

/** By so much the clocks of two processes may differ, and a clock be corrected, without anything being taken for wrong. */
const MOST_SKEW_MS = 10_000;

/** Later than this no attempt can have ended: one that has, ended before the clock was set back. */
export const latestMoment = (now: number): number => now + MOST_SKEW_MS;

/** The latest end that a lease can have: one that ends later was taken before the clock was set back, and is over. */
export const latestLeaseEnd = (now: number): number => now + LEASE_MS + MOST_SKEW_MS;

/** How often a lease that is in use is extended, in milliseconds. Source: doc 4 section 1.17. */
const HEARTBEAT_MS = 30_000;

/** A lease that is being kept alive. */
export interface KeptLease {
  /** True once an extension was refused or could not be written: what it covers may be somebody else's. */
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

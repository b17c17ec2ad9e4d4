import type { AllowanceRule } from '../rules/allowance-rule.js';

const DAY = 24 * 60 * 60 * 1000;

/** The longest time that a charge counts under any rule, in milliseconds. */
export const LONGEST_WINDOW_MS = 30 * DAY;

/** The usage of an allowance, and when it changes by itself. Times are epoch milliseconds. */
export interface WindowUsage {
  /** Units that count now. */
  readonly used: number;
  /** Units that may still be requested; null without a limit. Never below 0. */
  readonly remaining: number | null;
  /** When more units become available; null when that is never, or there is no limit. */
  readonly nextReplenishesAt: number | null;
  /** When the whole limit is available again; null when it is now, or there is no limit. */
  readonly fullyReplenishesAt: number | null;
  /** When the first unit expires; null when none counts. */
  readonly nextChangeAt: number | null;
}

/**
 * Days of exactly 24 hours, independent of any calendar; a charge doesn't count at this very moment. Source: doc 2 section 4, requests rule
 * 2.
 */
export function expiryOf(chargedAt: number, rule: AllowanceRule): number {
  return chargedAt + rule.windowDays * DAY;
}

/** The expiry of each charge that still counts, earliest first. */
export function expiriesAfter(now: number, rule: AllowanceRule, chargedAt: readonly number[]): readonly number[] {
  return chargedAt
    .map((moment) => expiryOf(moment, rule))
    .filter((expiry) => expiry > now)
    .sort((a, b) => a - b);
}

/**
 * Calculated under the current rule, so that a changed rule applies at once. Source: doc 2 section 4, requests rule 2.
 * @param chargedAt when each unit was charged; may include charges that no longer count
 */
export function windowUsage(rule: AllowanceRule, chargedAt: readonly number[], now: number): WindowUsage {
  const expiries = expiriesAfter(now, rule, chargedAt);
  const used = expiries.length;
  const nextChangeAt = expiries[0] ?? null;
  const { count } = rule;
  if (count === null) return { used, remaining: null, nextReplenishesAt: null, fullyReplenishesAt: null, nextChangeAt };
  return {
    used,
    remaining: Math.max(0, count - used),
    // An account over a lowered limit waits until enough units have expired.
    nextReplenishesAt: expiries[Math.max(0, used - count)] ?? null,
    fullyReplenishesAt: count === 0 ? null : (expiries.at(-1) ?? null),
    nextChangeAt,
  };
}

import type { AllowanceRule } from '../rules/allowance-rule.js';

const DAY = 24 * 60 * 60 * 1000;

/** No charge counts for longer than this, in milliseconds, whatever its rule. */
export const LONGEST_WINDOW_MS = 30 * DAY;

/** How much of an allowance is used, and when that changes by itself. Times are epoch milliseconds. */
export interface WindowUsage {
  /** Units that count now. */
  readonly used: number;
  /** Units that may still be asked for; null when there is no limit. Never below 0. */
  readonly remaining: number | null;
  /** When there is more to ask for than now; null when that is never, or nothing limits. */
  readonly nextReplenishesAt: number | null;
  /** When the whole limit is free again; null when it is, or nothing limits. */
  readonly fullyReplenishesAt: number | null;
  /** When the first unit stops counting; null when none counts. */
  readonly nextChangeAt: number | null;
}

/**
 * From when on does a charge count no more? A window is elapsed time: days of exactly 24 hours, whatever any
 * calendar says. The charge is out at this very moment. Source: doc 2 section 4, requests rule 2.
 */
export function expiryOf(chargedAt: number, rule: AllowanceRule): number {
  return chargedAt + rule.windowDays * DAY;
}

/** Which of these charges still count, and until when? Earliest first. */
export function expiriesAfter(now: number, rule: AllowanceRule, chargedAt: readonly number[]): readonly number[] {
  return chargedAt
    .map((moment) => expiryOf(moment, rule))
    .filter((expiry) => expiry > now)
    .sort((a, b) => a - b);
}

/**
 * Where does an allowance stand? Recalculated from the charges under the rule of the moment, so that a changed rule
 * holds at once. Source: doc 2 section 4, requests rule 2.
 *
 * @param chargedAt when each unit was spent; those that no longer count may be among them
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
    // Whoever is over a lowered limit waits until enough has expired to be below it.
    nextReplenishesAt: expiries[Math.max(0, used - count)] ?? null,
    fullyReplenishesAt: count === 0 ? null : (expiries.at(-1) ?? null),
    nextChangeAt,
  };
}

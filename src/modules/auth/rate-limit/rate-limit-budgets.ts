import type { RateLimitBucket } from '../../../core/access/access.decorators.js';

/** How a bucket is filled, per client. */
export interface RateLimitBudget {
  readonly limit: number;
  readonly windowMs: number;
  /** `calls`: every call counts. `refusals`: only calls whose credential was refused count. */
  readonly counts: 'calls' | 'refusals';
}

const MINUTE = 60_000;

/**
 * The budgets of all buckets. Source: doc 3 section 0, the table of buckets, and its decision on rate limits:
 * refused refreshes have a bucket of their own, so that one stale device can't lock a household out. Wrong METRICS_TOKENs
 * are held to the same.
 */
export const RATE_LIMIT_BUDGETS: Readonly<Record<RateLimitBucket, RateLimitBudget>> = {
  auth: { limit: 10, windowMs: MINUTE, counts: 'calls' },
  'refused-refresh': { limit: 10, windowMs: MINUTE, counts: 'refusals' },
  'refused-metrics': { limit: 10, windowMs: MINUTE, counts: 'refusals' },
};

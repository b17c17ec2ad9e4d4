import { Injectable } from '@nestjs/common';
import type { RateLimitBucket } from '../../../core/access/access.decorators.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { tooManyRequests } from '../auth.errors.js';

export interface RateLimitBudget {
  readonly limit: number;
  readonly windowMs: number;
  /**
   * `calls`: those not refused before. `known`: those that name what this client has begun. `refusals`: those whose credential was refused.
   */
  readonly counts: 'calls' | 'known' | 'refusals';
}

const MINUTE = 60_000;

/**
 * Refused refreshes have a bucket of their own, so that a stale device can't lock out others at its address. Successful ones count by
 * device, so that none fills the database. Starts at a provider count for known flows alone: a picture on any page can call the route.
 */
export const RATE_LIMIT_BUDGETS: Readonly<Record<RateLimitBucket, RateLimitBudget>> = {
  auth: { limit: 10, windowMs: MINUTE, counts: 'calls' },
  'oidc-start': { limit: 10, windowMs: MINUTE, counts: 'known' },
  'hub-poll': { limit: 120, windowMs: MINUTE, counts: 'calls' },
  oauth: { limit: 10, windowMs: MINUTE, counts: 'calls' },
  'chat-test': { limit: 3, windowMs: MINUTE, counts: 'calls' },
  setbox: { limit: 60, windowMs: MINUTE, counts: 'calls' },
  'refused-refresh': { limit: 10, windowMs: MINUTE, counts: 'refusals' },
  'refused-metrics': { limit: 10, windowMs: MINUTE, counts: 'refusals' },
  'device-refresh': { limit: 30, windowMs: MINUTE, counts: 'calls' },
};

/** Enough for any household, and a few megabytes at most. */
const MAX_CLIENTS = 10_000;

/** What every client has left in each bucket. Kept in memory: a restart gives everybody a full budget. */
@Injectable()
export class RateLimitService {
  private readonly limiters: Readonly<Record<RateLimitBucket, SlidingWindowLimiter>>;

  constructor(clock: Clock) {
    const limiter = (bucket: RateLimitBucket): SlidingWindowLimiter => {
      const { limit, windowMs } = RATE_LIMIT_BUDGETS[bucket];
      return new SlidingWindowLimiter({ limit, windowMs, maxKeys: MAX_CLIENTS, now: () => clock.monotonic() });
    };
    this.limiters = {
      auth: limiter('auth'),
      'oidc-start': limiter('oidc-start'),
      'hub-poll': limiter('hub-poll'),
      oauth: limiter('oauth'),
      'chat-test': limiter('chat-test'),
      setbox: limiter('setbox'),
      'refused-refresh': limiter('refused-refresh'),
      'refused-metrics': limiter('refused-metrics'),
      'device-refresh': limiter('device-refresh'),
    };
  }

  /** Counts the call where the bucket counts calls; a bucket of refusals lets every call in. @throws AppError 429 past the budget */
  admit(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'calls' && !this.limiters[bucket].take(client))
      throw tooManyRequests(bucket === 'auth' ? { reason: 'too_many_tries' } : undefined);
  }

  /** Counts a call of a known flow, where the bucket counts those. @throws AppError 429 when the budget is used up */
  countKnown(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'known' && !this.limiters[bucket].take(client)) throw tooManyRequests();
  }

  /** Counts a refusal, where the bucket counts those. @throws AppError 429, in place of the refusal, past the budget */
  countRefusal(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'refusals' && !this.limiters[bucket].take(client))
      throw tooManyRequests();
  }
}

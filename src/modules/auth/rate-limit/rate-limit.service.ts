import { Injectable } from '@nestjs/common';
import type { RateLimitBucket } from '../../../core/access/access.decorators.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { tooManyRequests } from '../auth.errors.js';

/** How a bucket is filled, per client. */
export interface RateLimitBudget {
  readonly limit: number;
  readonly windowMs: number;
  /**
   * `calls`: every call that is no other site's counts. `known`: only calls that name what was begun here count, for the client
   * that has begun it. `refusals`: only calls whose credential was refused count.
   */
  readonly counts: 'calls' | 'known' | 'refusals';
}

const MINUTE = 60_000;

/**
 * The budgets of all buckets. Source: doc 3 section 0, the table of buckets, and its decision on rate limits:
 * refused refreshes have a bucket of their own, so that one stale device can't lock the others at its address out. Wrong METRICS_TOKENs
 * are held to the same. Successful refreshes count by their device and not by an address, and only so far that none fills the database:
 * narrows that decision, by which they don't count. Source: issue 43 A6.
 * Browsers that start at a provider have a bucket of their own too, instead of that of sign-ins as in doc 3 section 0: a
 * picture on any page can call the route, so only a flow that was begun counts, and for the client that has begun it.
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

  /**
   * Lets a call in, and counts it where the bucket counts calls. Where it counts refusals every call is let in: a
   * good credential is good whatever others at the same address do.
   *
   * @throws AppError 429 when the budget is used up
   */
  admit(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'calls' && !this.limiters[bucket].take(client))
      throw tooManyRequests(bucket === 'auth' ? { reason: 'too_many_tries' } : undefined);
  }

  /**
   * Counts a call that names what this client has begun, where the bucket counts those.
   *
   * @throws AppError 429 when the budget is used up
   */
  countKnown(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'known' && !this.limiters[bucket].take(client)) throw tooManyRequests();
  }

  /**
   * Counts a refusal where the bucket counts refusals.
   *
   * @throws AppError 429, in place of the refusal, when the budget is used up
   */
  countRefusal(bucket: RateLimitBucket, client: string): void {
    if (RATE_LIMIT_BUDGETS[bucket].counts === 'refusals' && !this.limiters[bucket].take(client))
      throw tooManyRequests();
  }
}

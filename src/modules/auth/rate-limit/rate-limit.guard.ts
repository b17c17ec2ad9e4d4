import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { RATE_LIMIT_METADATA, type RateLimitBucket } from '../../../core/access/access.decorators.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { tooManyRequests } from '../auth.errors.js';
import { clientKey } from './client-key.js';

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

/**
 * Lets in what the client's budget allows. What was refused before (page, session, type of the body) uses up nothing. What each client has
 * left is in memory: a restart gives everybody a full budget.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiters: { [bucket in RateLimitBucket]?: SlidingWindowLimiter } = {};

  constructor(
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 429 */
  canActivate(context: ExecutionContext): boolean {
    const bucket = this.reflector.get<RateLimitBucket | undefined>(RATE_LIMIT_METADATA, context.getHandler());
    if (bucket) this.admit(bucket, clientKey(context.switchToHttp().getRequest<Request>().ip));
    return true;
  }

  /** Counts the call where the bucket counts calls; a bucket of refusals lets every call in. @throws AppError 429 past the budget */
  admit(bucket: RateLimitBucket, client: string): void {
    if (!this.hasRoom(bucket, 'calls', client))
      throw tooManyRequests(bucket === 'auth' ? { reason: 'too_many_tries' } : undefined);
  }

  /** Counts a call of a known flow, where the bucket counts those. @throws AppError 429 when the budget is used up */
  countKnown(bucket: RateLimitBucket, client: string): void {
    if (!this.hasRoom(bucket, 'known', client)) throw tooManyRequests();
  }

  /** Counts a refusal, where the bucket counts those. @throws AppError 429, in place of the refusal, past the budget */
  countRefusal(bucket: RateLimitBucket, client: string): void {
    if (!this.hasRoom(bucket, 'refusals', client)) throw tooManyRequests();
  }

  private hasRoom(bucket: RateLimitBucket, counted: RateLimitBudget['counts'], client: string): boolean {
    const { limit, windowMs, counts } = RATE_LIMIT_BUDGETS[bucket];
    if (counts !== counted) return true;
    const now = (): number => this.clock.monotonic();
    this.limiters[bucket] ??= new SlidingWindowLimiter({ limit, windowMs, maxKeys: MAX_CLIENTS, now });
    return this.limiters[bucket].take(client);
  }
}

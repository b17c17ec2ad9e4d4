import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Clock } from '../../../core/time/clock.js';

const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * How many calls the provider takes: a burst, and then as many as come back one by one. Pure but for the clock.
 * Source: doc 2 §8 (ten requests per window); hardcover facts, Limits (60 a minute, bursts of 10).
 */
export class RequestBudget {
  private left: number;
  private countedAt: number;
  private closedUntil = 0;

  /**
   * @param burst how many may come at once
   * @param refillMs how long until one of them comes back
   */
  constructor(
    private readonly clock: Clock,
    private readonly burst: number,
    private readonly refillMs: number,
  ) {
    this.left = burst;
    this.countedAt = clock.monotonic();
  }

  /** Takes one call out of the budget. @returns false when there is none left, and then nothing is to be sent */
  take(): boolean {
    const now = this.clock.monotonic();
    const back = Math.floor((now - this.countedAt) / this.refillMs);
    this.left = Math.min(this.burst, this.left + back);
    this.countedAt = this.left === this.burst ? now : this.countedAt + back * this.refillMs;
    if (this.left < 1 || now < this.closedUntil) return false;
    this.left -= 1;
    return true;
  }

  /** Takes no call for as long as the provider wants to be left alone, where this fault says that it does. */
  heed(fault: unknown): void {
    if (!(fault instanceof UpstreamError) || fault.kind !== 'rate_limited') return;
    const pauseMs = Math.min(fault.retryAfterMs ?? this.refillMs, LONGEST_PAUSE_MS);
    this.closedUntil = Math.max(this.closedUntil, this.clock.monotonic() + pauseMs);
  }
}

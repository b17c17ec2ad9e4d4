import { type Share, SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { lineFull } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Clock } from '../../../core/time/clock.js';
import { catalogBusy } from '../bookcatalog.errors.js';

const LONGEST_PAUSE_MS = 5 * 60_000;

/** A burst of calls, and then as many as come back one by one. No share but the system's takes more than it leaves to the others. */
export class RequestBudget {
  /** In whose names calls were made that haven't come back yet, the oldest first. */
  private taken: readonly Share[] = [];
  private countedAt: number;
  private closedUntil = 0;

  /** @param refillMs until one call comes back */
  constructor(
    private readonly clock: Clock,
    private readonly burst: number,
    private readonly refillMs: number,
  ) {
    this.countedAt = clock.monotonic();
  }

  /** @throws AppError, and nothing is to be sent: 502 while the provider wants a pause, 503 with Retry-After without a call left */
  require(share: Share = SYSTEM_SHARE): void {
    const now = this.clock.monotonic();
    this.refill(now);
    if (now < this.closedUntil) throw catalogBusy();
    const left = this.burst - this.taken.length;
    const own = this.taken.filter((one) => one === share).length;
    if (left < 1 || (share !== SYSTEM_SHARE && own > left)) throw lineFull(this.countedAt + this.refillMs - now);
    this.taken = [...this.taken, share];
  }

  private refill(now: number): void {
    const back = Math.floor((now - this.countedAt) / this.refillMs);
    this.taken = this.taken.slice(back);
    this.countedAt = this.taken.length === 0 ? now : this.countedAt + back * this.refillMs;
  }

  /** Takes no call while the provider wants a pause, where this fault says so. */
  pauseOn(fault: unknown): void {
    if (!(fault instanceof UpstreamError) || fault.kind !== 'rate_limited') return;
    const pauseMs = Math.min(fault.retryAfterMs ?? this.refillMs, LONGEST_PAUSE_MS);
    this.closedUntil = Math.max(this.closedUntil, this.clock.monotonic() + pauseMs);
  }
}

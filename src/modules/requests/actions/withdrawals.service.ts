import { Injectable } from '@nestjs/common';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { askedTooOften } from '../requests.errors.js';

/** So many requests may an account withdraw in an hour before it has to wait with the next one. Source: issue 43 B10 */
const WITHDRAWALS = { limit: 10, windowMs: 60 * 60_000, maxKeys: 10_000 } as const;

/**
 * Counts what members withdraw. A withdrawn request costs nothing, so that asking and withdrawing in a loop would make people be
 * told without end. Source: issue 43 B10, security 40
 */
@Injectable()
export class WithdrawalsService {
  private readonly withdrawn: SlidingWindowLimiter;

  constructor(private readonly clock: Clock) {
    this.withdrawn = new SlidingWindowLimiter({ ...WITHDRAWALS, now: () => clock.monotonic() });
  }

  /** An account has withdrawn a request of its own. */
  note(userId: number): void {
    this.withdrawn.count(String(userId));
  }

  /** @throws AppError 429 `asked_too_often`, with the time from which the account may ask again */
  requireFew(userId: number): void {
    const waitMs = this.withdrawn.freeInMs(String(userId));
    if (waitMs > 0) throw askedTooOften(this.clock.now() + waitMs, waitMs);
  }
}

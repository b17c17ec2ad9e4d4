import type { Clock } from '../../../core/time/clock.js';

/** Source: Trakt facts, Limits. */
const MOST_CALLS = 1_000;
const WINDOW_MS = 5 * 60_000;

/** How long nothing is asked where the provider doesn't say how long, and how long at most: an hour says enough. */
const USUAL_REST_MS = 10_000;
const LONGEST_REST_MS = 60 * 60_000;

/**
 * How often may the list provider be asked? A thousand times in any five minutes, and not at all for as long as it has asked
 * to be left alone. It forbids; it makes nobody wait.
 */
export class CallAllowance {
  /** When calls were made, the oldest first; never more than the limit. */
  private calls: number[] = [];
  private restsUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Takes a call out of the allowance; false where there is none, and nothing may be asked. */
  take(): boolean {
    const now = this.clock.monotonic();
    if (now < this.restsUntil) return false;
    if (this.calls.length >= MOST_CALLS) this.calls = this.calls.filter((at) => at > now - WINDOW_MS);
    if (this.calls.length >= MOST_CALLS) return false;
    this.calls.push(now);
    return true;
  }

  /**
   * The provider has asked for fewer calls.
   *
   * @param ms for how long, as it said; undefined where it didn't
   */
  rest(ms: number | undefined): void {
    const until = this.clock.monotonic() + Math.min(ms ?? USUAL_REST_MS, LONGEST_REST_MS);
    this.restsUntil = Math.max(this.restsUntil, until);
  }
}

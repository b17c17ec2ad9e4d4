import { SYSTEM_SHARE, type Share } from '../../../core/shares/fair-line.js';
import type { Clock } from '../../../core/time/clock.js';

/** Source: Trakt facts, Limits. */
const MOST_CALLS = 1_000;
const WINDOW_MS = 5 * 60_000;

/** How long nothing is asked where the provider doesn't say how long, and how long at most: an hour says enough. */
const USUAL_REST_MS = 10_000;
const LONGEST_REST_MS = 60 * 60_000;

/**
 * How often may the list provider be asked? A thousand times in any five minutes, and not at all for as long as it has asked
 * to be left alone. No share but the system's takes more than it leaves to the others. It forbids; it makes nobody wait.
 * Source: security 35.
 */
export class CallAllowance {
  /** When calls were made, the oldest first; never more than the limit. */
  private calls: { readonly at: number; readonly share: Share }[] = [];
  private restsUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Takes a call out of the allowance; false where there is none for this share, and nothing may be asked. */
  take(share: Share = SYSTEM_SHARE): boolean {
    const now = this.clock.monotonic();
    if (this.isResting) return false;
    this.calls = this.calls.filter(({ at }) => at > now - WINDOW_MS);
    if (this.ownFirst(share)) return false;
    this.calls.push({ at: now, share });
    return true;
  }

  /** Does the provider want to be left alone? */
  get isResting(): boolean {
    return this.clock.monotonic() < this.restsUntil;
  }

  /** In how many milliseconds may this share take another call; 0 where it may now. */
  roomInMs(share: Share = SYSTEM_SHARE): number {
    const first = this.ownFirst(share);
    return first ? Math.max(0, first.at + WINDOW_MS - this.clock.monotonic()) : 0;
  }

  /** The call that has to be forgotten before this share may take another; undefined where it may now. */
  private ownFirst(share: Share): { readonly at: number } | undefined {
    const room = MOST_CALLS - this.calls.length;
    if (room <= 0) return this.calls[0];
    if (share === SYSTEM_SHARE) return undefined;
    const own = this.calls.filter((call) => call.share === share);
    return own.length > room ? own[0] : undefined;
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

import { SYSTEM_SHARE, type Share } from '../../../core/shares/fair-line.js';
import type { Clock } from '../../../core/time/clock.js';

const MOST_CALLS = 1_000;
const WINDOW_MS = 5 * 60_000;

/** How long no call is made after a 429 without a time, and at most. */
const USUAL_REST_MS = 10_000;
const LONGEST_REST_MS = 60 * 60_000;

/**
 * A thousand calls to the list provider in any five minutes, and none while it asks for a pause. No share but the system's takes more than
 * it leaves to others. Nobody waits.
 */
export class CallAllowance {
  /** The times of recent calls, the oldest first; never more than the limit. */
  private calls: { readonly at: number; readonly share: Share }[] = [];
  private restsUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Takes a call; false when this share may make none now. */
  take(share: Share = SYSTEM_SHARE): boolean {
    const now = this.clock.monotonic();
    if (this.isResting) return false;
    this.calls = this.calls.filter(({ at }) => at > now - WINDOW_MS);
    if (this.ownFirst(share)) return false;
    this.calls.push({ at: now, share });
    return true;
  }

  get isResting(): boolean {
    return this.clock.monotonic() < this.restsUntil;
  }

  /** The wait until this share may make another call, in milliseconds; 0 when it may now. */
  roomInMs(share: Share = SYSTEM_SHARE): number {
    const first = this.ownFirst(share);
    return first ? Math.max(0, first.at + WINDOW_MS - this.clock.monotonic()) : 0;
  }

  /** The call that has to expire before this share may make another; undefined when it may now. */
  private ownFirst(share: Share): { readonly at: number } | undefined {
    const room = MOST_CALLS - this.calls.length;
    if (room <= 0) return this.calls[0];
    if (share === SYSTEM_SHARE) return undefined;
    const own = this.calls.filter((call) => call.share === share);
    return own.length > room ? own[0] : undefined;
  }

  /** Starts a pause. @param ms how long the provider asked for; undefined when it named no time */
  rest(ms: number | undefined): void {
    const until = this.clock.monotonic() + Math.min(ms ?? USUAL_REST_MS, LONGEST_REST_MS);
    this.restsUntil = Math.max(this.restsUntil, until);
  }
}

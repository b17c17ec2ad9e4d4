import type { Clock } from '../../core/time/clock.js';

/** So many are waiting that a turn would come too late. None was given. */
export class TurnTooFar extends Error {
  override readonly name = 'TurnTooFar';
}

/**
 * Keeps a least distance between the starts of calls to one system, as they really were: a timer that fires late moves those
 * behind it. Turns are given in the order of asking.
 */
export class Spacing {
  /** The earliest moment for who asks next. */
  private nextStart = -Infinity;
  private lastStart = -Infinity;

  /**
   * @param spacingMs least milliseconds between two starts; 0 lets every call go at once
   * @param longestWaitMs the most milliseconds that a turn is waited for, so that the line stays bounded
   */
  constructor(
    private readonly clock: Clock,
    private readonly spacingMs: number,
    private readonly longestWaitMs = Infinity,
  ) {}

  /**
   * Resolves when it is this caller's turn. A turn that is given up while waiting stays empty.
   *
   * @throws TurnTooFar at once, when the turn would be further away than anybody waits; the signal's reason, when it is
   *   aborted while waiting
   */
  async turn(signal?: AbortSignal): Promise<void> {
    const now = this.clock.monotonic();
    const start = Math.max(now, this.nextStart);
    if (start - now > this.longestWaitMs) throw new TurnTooFar('too many calls are waiting');
    this.nextStart = start + this.spacingMs;
    for (let wait = start - now; wait > 0; wait = this.lastStart + this.spacingMs - this.clock.monotonic())
      await this.clock.sleep(wait, signal);
    this.lastStart = this.clock.monotonic();
    this.nextStart = Math.max(this.nextStart, this.lastStart + this.spacingMs);
  }
}

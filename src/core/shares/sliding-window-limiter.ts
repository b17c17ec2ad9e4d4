interface SlidingWindow {
  /** How many calls fit into the window, per key. */
  readonly limit: number;
  readonly windowMs: number;
  /** How many keys are remembered; past it, the one that called longest ago is forgotten. */
  readonly maxKeys: number;
  /** The present moment in milliseconds, by a clock that nobody sets. */
  readonly now: () => number;
}

/**
 * At most `limit` calls in any span of `windowMs`. Only counted calls use up anything: a refused client is let in when the oldest leaves.
 */
export class SlidingWindowLimiter {
  /** The moments of the counted calls, oldest first. Keys are kept in the order of their last counted call. */
  private readonly calls = new Map<string, readonly number[]>();

  constructor(private readonly window: SlidingWindow) {}

  /** Counts a call if the limit allows it, and returns whether it does. */
  take(key: string): boolean {
    if (this.isExhausted(key)) return false;
    this.count(key);
    return true;
  }

  /** Has this key used up its calls? */
  isExhausted(key: string): boolean {
    return this.recent(key).length >= this.window.limit;
  }

  /** After how many milliseconds this key may call again; 0 where it may now. */
  freeInMs(key: string): number {
    const recent = this.recent(key);
    const oldest = recent[recent.length - this.window.limit];
    return oldest === undefined ? 0 : oldest + this.window.windowMs - this.window.now();
  }

  /** Counts a call that is already under way, even past the limit. */
  count(key: string): void {
    const recent = [...this.recent(key), this.window.now()].slice(-this.window.limit);
    this.calls.delete(key);
    this.calls.set(key, recent);
    this.forgetOldest();
  }

  get size(): number {
    return this.calls.size;
  }

  private recent(key: string): readonly number[] {
    const since = this.window.now() - this.window.windowMs;
    return (this.calls.get(key) ?? []).filter((moment) => moment > since);
  }

  private forgetOldest(): void {
    for (const key of this.calls.keys()) {
      if (this.calls.size <= this.window.maxKeys && this.recent(key).length > 0) return;
      this.calls.delete(key);
    }
  }
}

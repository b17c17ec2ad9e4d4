import type { Clock } from '../time/clock.js';

/** How much a {@link StateTable} holds. */
interface StateTableOptions {
  readonly clock: Clock;
  /** The most entries, at least 1. One more takes the place of the oldest. */
  readonly maxEntries: number;
}

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
}

/**
 * Holds what goes on between the calls of one caller, such as a sign-in that has begun: each entry until its own time is
 * up, none beyond a bound, and nothing beyond the life of the process. A flood of new entries ends old ones and never grows.
 */
export class StateTable<V> {
  private readonly clock: Clock;
  private readonly maxEntries: number;
  /** In the order in which they were put. */
  private readonly entries = new Map<string, Entry<V>>();

  /** @throws RangeError for a bound that makes no sense: a fault of the program */
  constructor({ clock, maxEntries }: StateTableOptions) {
    if (!(maxEntries >= 1)) throw new RangeError('maxEntries must be 1 or more');
    this.clock = clock;
    this.maxEntries = maxEntries;
  }

  /** How many entries are held, those included whose time is up and that were not asked for since. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Holds a value under a key, in place of what it held before.
   *
   * @param ttlMs for how long from now, in milliseconds
   */
  put(key: string, value: V, ttlMs: number): void {
    this.entries.delete(key);
    this.sweep();
    for (const oldest of this.entries.keys()) {
      if (this.entries.size < this.maxEntries) break;
      this.entries.delete(oldest);
    }
    this.entries.set(key, { value, expiresAt: this.clock.monotonic() + ttlMs });
  }

  /** The value of a key whose time isn't up. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.clock.monotonic() < entry.expiresAt) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** Every value whose time isn't up, the oldest first. */
  values(): readonly V[] {
    this.sweep();
    return [...this.entries.values()].map(({ value }) => value);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  private sweep(): void {
    const now = this.clock.monotonic();
    for (const [key, { expiresAt }] of this.entries) if (now >= expiresAt) this.entries.delete(key);
  }
}

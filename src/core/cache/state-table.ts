import type { Clock } from '../time/clock.js';

/** How much a {@link StateTable} holds. */
interface StateTableOptions {
  readonly clock: Clock;
  /** The most entries, at least 1. One more takes the place of another. */
  readonly maxEntries: number;
}

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
  readonly holder: string;
}

/**
 * Holds what goes on between the calls of one caller, such as a sign-in that has begun: each entry until its own time is
 * up, none beyond a bound, and nothing beyond the life of the process.
 *
 * A new entry always gets in. Where the table is full, the oldest entry of the holder with the most entries goes: a client
 * that floods the table ends its own entries, not those of others. Entries without a holder count as one holder's.
 */
export class StateTable<V> {
  private readonly clock: Clock;
  private readonly maxEntries: number;
  /** In the order in which they were put. */
  private readonly entries = new Map<string, Entry<V>>();
  /** How many entries each holder has; none has zero. */
  private readonly counts = new Map<string, number>();

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
   * @param holder whose entry it is, such as a client's address
   */
  put(key: string, value: V, ttlMs: number, holder = ''): void {
    this.delete(key);
    this.sweep();
    if (this.entries.size >= this.maxEntries) this.dropOldestOf(this.largestHolder());
    this.entries.set(key, { value, expiresAt: this.clock.monotonic() + ttlMs, holder });
    this.counts.set(holder, (this.counts.get(holder) ?? 0) + 1);
  }

  /** The value of a key whose time isn't up. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.clock.monotonic() < entry.expiresAt) return entry.value;
    this.delete(key);
    return undefined;
  }

  /** For how long the entry of a key stays, in milliseconds; 0 where there is none. */
  timeLeft(key: string): number {
    const expiresAt = this.entries.get(key)?.expiresAt ?? 0;
    return Math.max(0, expiresAt - this.clock.monotonic());
  }

  /** Every value whose time isn't up, the oldest first. */
  values(): readonly V[] {
    this.sweep();
    return [...this.entries.values()].map(({ value }) => value);
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    const left = (this.counts.get(entry.holder) ?? 0) - 1;
    if (left > 0) this.counts.set(entry.holder, left);
    else this.counts.delete(entry.holder);
  }

  private sweep(): void {
    const now = this.clock.monotonic();
    for (const [key, { expiresAt }] of this.entries) if (now >= expiresAt) this.delete(key);
  }

  private largestHolder(): string {
    let [largest, most] = ['', 0];
    for (const [holder, count] of this.counts) if (count > most) [largest, most] = [holder, count];
    return largest;
  }

  private dropOldestOf(whose: string): void {
    for (const [key, { holder }] of this.entries) {
      if (holder === whose) return this.delete(key);
    }
  }
}

import type { Clock } from '../time/clock.js';

interface StateTableOptions {
  readonly clock: Clock;
  /** The most entries, at least 1. One more takes the place of another. */
  readonly maxEntries: number;
  /** Which holders may be one client, such as those of one network; without it each is a client by itself. */
  readonly groupOf?: (holder: string) => string;
}

interface Tally {
  readonly name: string;
  count: number;
}

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
  readonly holder: Tally;
  readonly group: Tally;
}

/**
 * What goes on between the calls of one caller, such as a sign-in: each entry until its time is up, bounded, in memory. In a full table the
 * newest entry of the holder with most goes, in the group with most: a flood ends its own entries. Without a holder all count as one's.
 */
export class StateTable<V> {
  /** In the order in which they were first put. */
  private readonly entries = new Map<string, Entry<V>>();
  private readonly holders = new Map<string, Tally>();
  private readonly groups = new Map<string, Tally>();

  /** @throws RangeError for a bound that makes no sense: a fault of the program */
  constructor(private readonly options: StateTableOptions) {
    if (!(options.maxEntries >= 1)) throw new RangeError('maxEntries must be 1 or more');
  }

  /** How many entries are held, those included whose time is up and that were not asked for since. */
  get size(): number {
    return this.entries.size;
  }

  /** Holds a value under a key for `ttlMs`, in place of what it held. @param holder whose entry it is, such as a client's address */
  put(key: string, value: V, ttlMs: number, holder = ''): void {
    const { clock, maxEntries, groupOf = (name) => name } = this.options;
    this.sweep();
    const before = this.entries.get(key);
    if (before) this.uncount(before);
    else if (this.entries.size >= maxEntries) this.delete(this.newestOfMost());
    const expiresAt = clock.monotonic() + ttlMs;
    const counted = { holder: countIn(this.holders, holder), group: countIn(this.groups, groupOf(holder)) };
    this.entries.set(key, { value, expiresAt, ...counted });
  }

  /** The value of a key whose time isn't up. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.options.clock.monotonic() < entry.expiresAt) return entry.value;
    this.delete(key);
    return undefined;
  }

  /** For how long the entry of a key stays, in milliseconds; 0 where there is none. */
  timeLeft(key: string): number {
    const expiresAt = this.entries.get(key)?.expiresAt ?? 0;
    return Math.max(0, expiresAt - this.options.clock.monotonic());
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
    this.uncount(entry);
  }

  private sweep(): void {
    const now = this.options.clock.monotonic();
    for (const [key, { expiresAt }] of this.entries) if (now >= expiresAt) this.delete(key);
  }

  private uncount({ holder, group }: Entry<V>): void {
    uncountIn(this.holders, holder);
    uncountIn(this.groups, group);
  }

  /** The key of the entry that goes where there are too many. */
  private newestOfMost(): string {
    let [going, inGroup, ofHolder] = ['', 0, 0];
    for (const [key, { holder, group }] of this.entries) {
      const isLess = group.count < inGroup || (group.count === inGroup && holder.count < ofHolder);
      if (!isLess) [going, inGroup, ofHolder] = [key, group.count, holder.count];
    }
    return going;
  }
}

function countIn(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? { name, count: 0 };
  tally.count += 1;
  tallies.set(name, tally);
  return tally;
}

function uncountIn(tallies: Map<string, Tally>, tally: Tally): void {
  tally.count -= 1;
  if (tally.count === 0) tallies.delete(tally.name);
}

import { silentMeter, type CacheMeter } from '../metrics/meter.js';
import type { Clock } from '../time/clock.js';
import type { BytePool } from './byte-pool.js';
import { SingleFlight } from './single-flight.js';

interface TtlCacheOptions<K, V> {
  readonly clock: Clock;
  /** How long a value is fresh after it was stored, in milliseconds. */
  readonly ttlMs: number;
  /** The most entries that are kept, at least 1. The least recently used go first. */
  readonly maxEntries: number;
  /** Whose bytes the values take; needs `sizeOf`. A value larger than the pool is handed out but never kept. */
  readonly pool?: BytePool;
  /** How many bytes a value counts for in the pool, with its key where callers choose how long that is. */
  readonly sizeOf?: (value: V, key: K) => number;
  /** Counts hits, misses and entries; left out to count nothing. */
  readonly meter?: CacheMeter;
}

interface Entry<V> {
  readonly value: V;
  readonly storedAt: number;
}

/**
 * Keeps values for a limited time and number; one fill for all who ask. A fill that began before its key was dropped or set is not kept.
 */
export class TtlCache<K, V> {
  private readonly meter: CacheMeter;
  /** In order of use, the least recently used first. */
  private readonly entries = new Map<K, Entry<V>>();
  private readonly fills = new SingleFlight<K, V>();

  /** @throws RangeError for bounds that make no sense: a fault of the program */
  constructor(private readonly options: TtlCacheOptions<K, V>) {
    const { ttlMs, maxEntries, pool, sizeOf, meter } = options;
    if (!(ttlMs >= 0)) throw new RangeError('ttlMs must be 0 or more');
    if (!(maxEntries >= 1)) throw new RangeError('maxEntries must be 1 or more');
    if (pool && !sizeOf) throw new RangeError('a pool needs sizeOf');
    this.meter = meter ?? silentMeter.cache('');
  }

  /** How many entries are held, those included that have gone stale and were not asked for since. */
  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.lookUp(key)?.value;
  }

  /** Is there a fresh value of `key`? Counts as neither hit nor miss. */
  has(key: K): boolean {
    return this.fresh(key) !== undefined;
  }

  /** Stores a value as of now. A fill of the same key that is under way is older and won't replace it. */
  set(key: K, value: V): void {
    this.fills.forget(key);
    this.store(key, value);
  }

  /** Drops a key, and with it every fill of it that is under way. */
  delete(key: K): void {
    this.fills.forget(key);
    this.drop(key);
  }

  clear(): void {
    this.fills.forgetAll();
    this.meter.grew(-this.entries.size);
    for (const entry of this.entries.values()) this.options.pool?.release(entry);
    this.entries.clear();
  }

  /** The fresh value of `key`, or the outcome of one shared fill. @throws what `fill` throws; failures are not kept */
  async fetch(key: K, fill: () => Promise<V>): Promise<V> {
    const entry = this.lookUp(key);
    if (entry) return entry.value;
    return this.fills.run(key, async (isCurrent) => {
      const value = await fill();
      if (isCurrent()) this.store(key, value);
      return value;
    });
  }

  private lookUp(key: K): Entry<V> | undefined {
    const entry = this.fresh(key);
    if (entry) this.meter.hit();
    else this.meter.miss();
    return entry;
  }

  private fresh(key: K): Entry<V> | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    const { clock, ttlMs, pool } = this.options;
    if (clock.monotonic() - entry.storedAt >= ttlMs) {
      this.drop(key);
      return undefined;
    }
    this.entries.delete(key);
    this.entries.set(key, entry);
    pool?.use(entry);
    return entry;
  }

  private store(key: K, value: V): void {
    this.drop(key);
    const { clock, maxEntries, pool, sizeOf } = this.options;
    const entry: Entry<V> = { value, storedAt: clock.monotonic() };
    if (pool && !pool.hold(entry, sizeOf?.(value, key) ?? 0, () => this.forget(key))) return;
    this.entries.set(key, entry);
    this.meter.grew(1);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries) return;
      this.drop(oldest);
    }
  }

  private drop(key: K): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.options.pool?.release(entry);
    this.forget(key);
  }

  /** The entry under this key is not held any more. */
  private forget(key: K): void {
    this.entries.delete(key);
    this.meter.grew(-1);
  }
}

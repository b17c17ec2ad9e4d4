import type { Database } from './database.js';

/** The most readings that are kept where nothing else is said; past them all are dropped. */
const MOST_READINGS = 100;

/** The readings that began after the last write. A write may have changed any of them. */
interface Kept<K, T> {
  /** The count of writes before they began. */
  readonly commits: number;
  readonly values: Map<K, Promise<T>>;
}

/**
 * Caches what was read until the next write: as current as if it were read for every caller. For what is read often and is small.
 * Concurrent callers of a key share one reading; a failed one is not cached.
 */
export class CachedReadings<K, T> {
  private kept: Kept<K, T> = { commits: -1, values: new Map() };

  /** @param read a call of {@link Database.read} or {@link Database.readOne}, and nothing else that may change */
  constructor(
    private readonly database: Pick<Database, 'commits'>,
    private readonly read: (key: K) => Promise<T>,
    private readonly most = MOST_READINGS,
  ) {}

  /** Every write that has ended before this call is in it. @throws what the reading throws */
  get(key: K): Promise<T> {
    const { commits } = this.database;
    if (this.kept.commits !== commits) this.kept = { commits, values: new Map() };
    const { values } = this.kept;
    const known = values.get(key);
    if (known) return known;
    const reading = this.read(key);
    if (values.size >= this.most) values.clear();
    values.set(key, reading);
    // What failed is read again by the next call.
    reading.catch(() => values.delete(key));
    return reading;
  }
}

/** One reading, cached as {@link CachedReadings} caches those of many keys. */
export class CachedReading<T> {
  private readonly readings: CachedReadings<undefined, T>;

  /** @param read as for {@link CachedReadings} */
  constructor(database: Pick<Database, 'commits'>, read: () => Promise<T>) {
    this.readings = new CachedReadings(database, read);
  }

  /** What there is to read at this moment, as {@link CachedReadings.get}. @throws what the reading throws */
  get(): Promise<T> {
    return this.readings.get(undefined);
  }
}

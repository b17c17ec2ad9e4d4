import { SingleFlight } from '../cache/single-flight.js';
import type { Database } from './database.js';

interface Kept<T> {
  /** The count of writes before the reading began. */
  readonly commits: number;
  readonly value: T;
}

/**
 * Caches what was read from the database until the next write: as current as if it were read for every caller, and without
 * a statement while nothing changes. For what is read often and is small enough to stay in memory. Concurrent callers share
 * one reading; a reading that fails is not cached.
 */
export class CachedReading<T> {
  private kept: Kept<T> | undefined;
  private readonly readings = new SingleFlight<number, T>();

  /** @param read a call of {@link Database.read} or {@link Database.readOne}, and nothing else that may change */
  constructor(
    private readonly database: Pick<Database, 'commits'>,
    private readonly read: () => Promise<T>,
  ) {}

  /**
   * What there is to read at this moment: every write that has ended before this call is in it.
   *
   * @throws whatever the reading throws
   */
  async get(): Promise<T> {
    const { commits } = this.database;
    if (this.kept?.commits === commits) return this.kept.value;
    return this.readings.run(commits, () => this.take(commits));
  }

  private async take(commits: number): Promise<T> {
    const value = await this.read();
    // An older reading may come in last.
    if (!this.kept || this.kept.commits < commits) this.kept = { commits, value };
    return value;
  }
}

import { StorageError, type StorageFault } from './storage-error.js';

/** Counts the faults of the storage that calls have met, so that somebody who watches over it need not meet them first. */
export class StorageFaults {
  private readonly counts = new Map<StorageFault, number>();

  /** How many there were up to now, of one kind or of all. */
  count(kind?: StorageFault): number {
    if (kind !== undefined) return this.counts.get(kind) ?? 0;
    return [...this.counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Passes on what a call answers or throws, and remembers a {@link StorageError}. */
  async watched<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof StorageError) this.counts.set(error.kind, this.count(error.kind) + 1);
      throw error;
    }
  }
}

/** A file that has come into a library. */
export interface ArrivedFile {
  /** The manager's own id of the record that it belongs to. */
  readonly recordId: number;
  /** When it came, in epoch milliseconds; null where that is unknown. */
  readonly addedAt: number | null;
}

/** When the newest file of each record came, in epoch milliseconds. Records without a dated file are left out. */
export function newestArrivals(files: Iterable<ArrivedFile>): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { recordId, addedAt } of files) {
    if (addedAt !== null && addedAt > (newest.get(recordId) ?? -Infinity)) newest.set(recordId, addedAt);
  }
  return newest;
}

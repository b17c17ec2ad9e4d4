import type { Database, ReadTx, WriteTx } from '../database/database.js';

/** Somebody with a right that may end while a call is under way. */
export interface Privileged {
  /** @throws AppError 401 or 403 when the right has ended; any error when it couldn't be judged */
  confirm(tx: ReadTx): Promise<void>;
}

/**
 * As `Database.write`, with the right judged in this very write. Every write behind a route for administrators or tools is made by it.
 * @throws AppError as {@link Privileged.confirm}; what `Database.write` and `work` throw. Nothing is changed then
 */
export function privilegedWrite<T>(database: Database, by: Privileged, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  return database.write(async (tx) => {
    await by.confirm(tx);
    return work(tx);
  });
}

import type { Database, ReadTx, WriteTx } from '../database/database.js';

/** Somebody with a right that may end while a call is under way. */
export interface Privileged {
  /**
   * Judges the right once more, in the transaction that uses it. Source: doc 3 section 1.6, security 12.
   *
   * @throws AppError 401 or 403 when the right has ended since the call was let in; any error when it couldn't be judged
   */
  confirm(tx: ReadTx): Promise<void>;
}

/**
 * As `Database.write`, for a change that needs a right: the right is judged in this very write, before `work` begins.
 * Every write behind a route for administrators, and behind one for tools with a key, is made by it.
 *
 * @throws AppError as {@link Privileged.confirm}; and what `Database.write` and `work` throw. Nothing is changed then
 */
export function privilegedWrite<T>(database: Database, by: Privileged, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  return database.write(async (tx) => {
    await by.confirm(tx);
    return work(tx);
  });
}

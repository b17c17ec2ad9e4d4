import type { EntityManager } from 'typeorm';
import { StorageFaults } from './storage-error.js';

declare const reads: unique symbol;
declare const writes: unique symbol;

/**
 * An open transaction that may read: TypeORM's EntityManager, bound to one connection. It is good until the callback
 * it was given to has settled, and throws afterwards.
 *
 * Ask for it in every function that only reads; a {@link WriteTx} may be passed wherever it is asked for.
 */
export interface ReadTx extends EntityManager {
  readonly [reads]: true;
}

/** An open transaction that may read and write. Ask for it in every function that writes. */
export interface WriteTx extends ReadTx {
  readonly [writes]: true;
}

/**
 * Where every row is kept. The only way to a transaction; nobody else holds a connection.
 *
 * Neither call may be made inside the other, nor inside itself: a connection would wait for itself. Such a call
 * rejects with a plain Error, since it is a mistake in the program. Pass `tx` down instead.
 *
 * Failures of the storage are {@link StorageError} or {@link UniqueViolation}, and no text of the driver is in them.
 * Whatever else the callback throws comes out unchanged.
 */
export abstract class Database {
  /** The faults of the storage that calls have met since this database was opened. */
  readonly faults = new StorageFaults();

  /**
   * Runs `query` on one snapshot: rows committed meanwhile stay unseen until the next call, and rows not committed
   * are never seen. Writing is refused.
   *
   * @throws StorageError
   */
  abstract read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T>;

  /**
   * As {@link read}, for a query of one statement, which is a snapshot by itself: for what every request asks, since to
   * begin and to end a transaction may take twice as long as the statement. A second statement rejects with a plain Error.
   *
   * @throws StorageError
   */
  abstract readOne<T>(query: (tx: ReadTx) => Promise<T>): Promise<T>;

  /**
   * Runs `work` alone, in the order of the calls, and commits when it resolves: all of its rows or none of them, on
   * the disk before this resolves.
   *
   * `work` has no effect outside `tx`: no network, no timer, no event, no file. It holds up every other writer, and
   * an engine that judges conflicts later may run it again. Publish events after this has resolved.
   *
   * A statement that failed has failed the whole write, even where `work` catches its error. To turn a
   * {@link UniqueViolation} into an answer, catch it around `write`; to pass over a row that exists, use `orIgnore`.
   *
   * @throws StorageError, UniqueViolation
   */
  abstract write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;

  /**
   * How many writes have ended here since this database was opened: those that were committed, and those of which that
   * is unknown. A write is counted before its call resolves or rejects; one that certainly kept nothing isn't counted.
   *
   * What was read may be used for as long as this number is what it was before the read began.
   * What another process commits to the same storage is not counted.
   */
  abstract get commits(): number;

  /**
   * Lets the calls that were accepted finish, then gives the storage back. Later calls reject with a
   * {@link StorageError} of kind `closed`; closing twice does nothing.
   */
  abstract close(): Promise<void>;
}

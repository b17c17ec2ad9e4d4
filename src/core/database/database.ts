import type { EntityManager } from 'typeorm';
import { StorageFaults, UniqueViolation } from './storage-error.js';

declare const reads: unique symbol;
declare const writes: unique symbol;

/**
 * An open transaction that may read: an EntityManager on one connection, which throws once its callback has settled. Ask for it in every
 * function that only reads.
 */
export interface ReadTx extends EntityManager {
  readonly [reads]: true;
}

/** An open transaction that may read and write. Ask for it in every function that writes. */
export interface WriteTx extends ReadTx {
  readonly [writes]: true;
}

/**
 * Where every row is kept. The only way to a transaction. A call inside another would wait for itself, and rejects with a plain Error: pass
 * `tx` down instead. Failures of the storage are {@link StorageError} or {@link UniqueViolation}, without a text of the driver. Whatever
 * else the callback throws comes out unchanged.
 */
export abstract class Database {
  /** The faults of the storage that calls have met since this database was opened. */
  readonly faults = new StorageFaults();

  /** Runs `query` on one snapshot of what is committed. Writing is refused. @throws StorageError */
  abstract read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T>;

  /**
   * As {@link read}, for one statement, without BEGIN and COMMIT, which may take twice as long as the statement. A second one rejects.
   * @throws StorageError
   */
  abstract readOne<T>(query: (tx: ReadTx) => Promise<T>): Promise<T>;

  /**
   * Runs `work` alone, in the order of the calls: all of its rows or none are on the disk before this resolves. `work` has no effect
   * outside `tx`, no network, timer, event or file: it holds up every other writer, and may be run again. A statement that failed has
   * failed the whole write, even where `work` catches its error. To answer a {@link UniqueViolation}, catch it around `write`; to pass over
   * a row that exists, use `orIgnore`.
   * @throws StorageError, UniqueViolation
   */
  abstract write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;

  /**
   * How many writes have ended here: committed, or of unknown outcome. A write is counted before its call settles; one that certainly kept
   * nothing isn't. What was read may be used while this number is what it was before the read began. Other processes' writes don't count.
   */
  abstract get commits(): number;

  /** Ends after the accepted calls. Later calls reject with a {@link StorageError} of kind `closed`; closing twice does nothing. */
  abstract close(): Promise<void>;
}

/**
 * For work that reads whether a row is there before it adds it: where somebody else has added it meanwhile, on PostgreSQL, it runs once
 * more and finds it. @throws UniqueViolation when that happens twice
 */
export async function writeAfterConflict<T>(database: Database, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  try {
    return await database.write(work);
  } catch (fault) {
    if (fault instanceof UniqueViolation) return database.write(work);
    throw fault;
  }
}

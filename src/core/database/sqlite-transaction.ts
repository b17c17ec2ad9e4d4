import type { DataSource } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import { SqliteQueryRunner } from 'typeorm/driver/sqlite/SqliteQueryRunner.js';
import { execute, type SqliteHandle } from './sqlite-handle.js';
import { toStorageError } from './storage-error.js';

/**
 * One transaction on one connection, in the shape of a TypeORM query runner.
 *
 * TypeORM itself keeps one runner per file and lets everyone share it, so that transactions started together become
 * one and undo each other's rows. Here each transaction has a runner of its own, which
 *
 * - sends to the connection that it was given and to no other;
 * - fails for good with its first failed statement: SQLite undoes the whole transaction by itself after some faults
 *   (full disk, I/O), and a later statement would then be kept on its own;
 * - ends with its callback: statements under way are waited for and belong to it, later ones are refused.
 */
export class SqliteTransaction extends SqliteQueryRunner {
  private readonly underWay = new Set<Promise<unknown>>();
  private failure: { readonly error: unknown } | undefined;

  constructor(
    dataSource: DataSource,
    private readonly handle: SqliteHandle,
  ) {
    super(dataSource.driver as SqliteDriver);
    this.manager = dataSource.createEntityManager(this);
  }

  /**
   * Runs `work` between `begin` and COMMIT; anything that fails undoes all of it.
   *
   * @param begin the statement that opens the transaction
   * @throws what `work` threw, StorageError or UniqueViolation
   */
  async run<T>(begin: () => Promise<void>, work: (transaction: this) => Promise<T>): Promise<T> {
    try {
      await begin();
      this.isTransactionActive = true;
      this.transactionDepth = 1;
      const result = await this.settle(work);
      if (this.failure !== undefined) throw this.failure.error;
      await execute(this.handle, 'COMMIT');
      return result;
    } catch (error) {
      if (this.isTransactionActive) await this.undo();
      throw toStorageError(error);
    } finally {
      this.isTransactionActive = false;
    }
  }

  override connect(): Promise<SqliteHandle> {
    return Promise.resolve(this.handle);
  }

  override async query(
    sql: string,
    parameters?: unknown[],
    useStructuredResult?: boolean,
  ): ReturnType<SqliteQueryRunner['query']> {
    if (this.isReleased) throw new Error('a transaction was used after its callback had ended');
    if (this.failure !== undefined) throw this.failure.error;
    const answer = this.send(sql, parameters, useStructuredResult);
    this.underWay.add(answer);
    void Promise.allSettled([answer]).then(() => this.underWay.delete(answer));
    return answer;
  }

  override startTransaction(): Promise<void> {
    return Promise.reject(oneFate());
  }

  override commitTransaction(): Promise<void> {
    return Promise.reject(oneFate());
  }

  override rollbackTransaction(): Promise<void> {
    return Promise.reject(oneFate());
  }

  private async send(...statement: Parameters<SqliteQueryRunner['query']>): Promise<unknown> {
    try {
      return (await super.query(...statement)) as unknown;
    } catch (error) {
      const translated = toStorageError(error);
      this.failure ??= { error: translated };
      throw translated;
    }
  }

  private async settle<T>(work: (transaction: this) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      this.isReleased = true;
      await Promise.allSettled(this.underWay);
    }
  }

  private async undo(): Promise<void> {
    try {
      await execute(this.handle, 'ROLLBACK');
    } catch (error) {
      // After a full disk or an I/O fault SQLite has undone everything before we ask, and says so.
      if (!(error as Error).message.includes('no transaction is active')) throw toStorageError(error);
    }
  }
}

function oneFate(): Error {
  return new Error('a transaction within a transaction is not offered: a write is kept or undone as a whole');
}

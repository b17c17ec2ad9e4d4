import { type DataSource, EntityManager } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import { SqliteQueryRunner } from 'typeorm/driver/sqlite/SqliteQueryRunner.js';
import type { PreparedStatements } from './prepared-statements.js';
import { execute } from './sqlite-handle.js';
import { toStorageError } from './storage-error.js';
import { ONE_FATE, TransactionStatements } from './transaction-statements.js';

/**
 * One transaction on one connection, as a TypeORM query runner. TypeORM shares one runner per file, so that transactions started together
 * become one and undo each other's rows. This one has its own, fails for good with its first failed statement (after some faults SQLite
 * undoes the transaction by itself, and a later statement would be kept on its own), and ends with its callback, after statements under
 * way.
 */
export class SqliteTransaction extends SqliteQueryRunner {
  private readonly statements = new TransactionStatements();

  constructor(
    dataSource: DataSource,
    private readonly prepared: PreparedStatements,
  ) {
    super(dataSource.driver as SqliteDriver);
    this.manager = new EntityManager(dataSource, this);
    Object.assign(this, ONE_FATE);
  }

  /**
   * Runs `work` between `begin` and COMMIT; anything that fails undoes all of it.
   * @param onEnd called when a COMMIT has been answered, whatever it was
   * @throws what `work` threw, StorageError or UniqueViolation
   */
  async run<T>(begin: () => Promise<void>, work: (transaction: this) => Promise<T>, onEnd?: () => void): Promise<T> {
    try {
      await begin();
      this.isTransactionActive = true;
      this.transactionDepth = 1;
      const result = await this.statements.settle(() => work(this));
      await execute(this.prepared.handle, 'COMMIT').finally(onEnd);
      return result;
    } catch (error) {
      if (this.isTransactionActive) await this.undo();
      throw toStorageError(error);
    } finally {
      this.isTransactionActive = false;
    }
  }

  /** Runs a query of one statement, without a transaction. @throws what `query` threw, StorageError */
  async runOne<T>(query: (transaction: this) => Promise<T>): Promise<T> {
    try {
      return await this.statements.settle(() => query(this), 1);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  override connect(): Promise<PreparedStatements> {
    return Promise.resolve(this.prepared);
  }

  override async query(
    sql: string,
    parameters?: unknown[],
    useStructuredResult?: boolean,
  ): ReturnType<SqliteQueryRunner['query']> {
    return this.statements.send(() => this.translate(sql, parameters, useStructuredResult));
  }

  private async translate(...statement: Parameters<SqliteQueryRunner['query']>): Promise<unknown> {
    try {
      return (await super.query(...statement)) as unknown;
    } catch (error) {
      throw toStorageError(error);
    }
  }

  private async undo(): Promise<void> {
    try {
      await execute(this.prepared.handle, 'ROLLBACK');
    } catch (error) {
      // After a full disk or an I/O fault SQLite has undone everything before we ask, and says so.
      if (!(error as Error).message.includes('no transaction is active')) throw toStorageError(error);
    }
  }
}

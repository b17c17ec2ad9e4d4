import type { PoolClient } from 'pg';
import { type DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { isAffirmedRefusal, isConflict, postgresFault } from './postgres-fault.js';
import { poolOf, postgresParameters } from './postgres-source.js';
import { StorageError, toStorageError } from './storage-error.js';
import { ONE_FATE, TransactionStatements } from './transaction-statements.js';

/**
 * One transaction on one connection, as a TypeORM query runner. It fails for good with its first failed statement, and ends with its
 * callback.
 */
export class PostgresTransaction extends PostgresQueryRunner {
  private readonly statements = new TransactionStatements();
  /** A connection takes one statement after the other. */
  private last: Promise<unknown> = Promise.resolve();
  private broken = false;

  constructor(
    dataSource: DataSource,
    private readonly client: PoolClient,
  ) {
    super(dataSource.driver as PostgresDriver, 'master');
    this.manager = new EntityManager(dataSource, this);
    Object.assign(this, ONE_FATE);
  }

  /** Is the connection in a state that nobody knows, so that it must not be used again? */
  get isBroken(): boolean {
    return this.broken;
  }

  /**
   * Runs `work` between `begin` and COMMIT; anything that fails undoes all of it.
   * @param most how many statements `work` may send
   * @throws what `work` threw, StorageError or UniqueViolation; a conflict with others whatever `work` made of it
   */
  async run<T>(begin: string, work: (transaction: this) => Promise<T>, most?: number): Promise<T> {
    const onLost = (): void => {
      this.broken = true;
    };
    this.client.on('error', onLost);
    try {
      await this.command(begin);
      this.isTransactionActive = true;
      this.transactionDepth = 1;
      const result = await this.statements.settle(() => work(this), most);
      await this.commit();
      return result;
    } catch (error) {
      if (this.isTransactionActive) await this.undo();
      const failure = this.statements.failure?.error;
      throw isConflict(failure) ? failure : toStorageError(error);
    } finally {
      this.isTransactionActive = false;
      this.client.off('error', onLost);
    }
  }

  override connect(): Promise<PoolClient> {
    return Promise.resolve(this.client);
  }

  override async query(
    sql: string,
    parameters?: unknown[],
    useStructuredResult?: boolean,
  ): ReturnType<PostgresQueryRunner['query']> {
    return this.statements.send(() => {
      const answer = this.last.then(() => this.translate(sql, parameters, useStructuredResult));
      this.last = Promise.allSettled([answer]);
      return answer;
    });
  }

  private async translate(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<unknown> {
    // The server would answer any further statement only with the fact that there was a failure.
    if (this.statements.failure !== undefined) throw this.statements.failure.error;
    try {
      return (await super.query(sql, postgresParameters(parameters), useStructuredResult)) as unknown;
    } catch (error) {
      throw postgresFault(error);
    }
  }

  private async command(sql: string): Promise<void> {
    try {
      await this.client.query(sql);
    } catch (error) {
      this.broken = true;
      throw postgresFault(error);
    }
  }

  private async commit(): Promise<void> {
    try {
      await this.client.query('COMMIT');
      this.isTransactionActive = false;
    } catch (error) {
      if (isAffirmedRefusal(error)) throw postgresFault(error);
      this.broken = true;
      this.isTransactionActive = false;
      throw new StorageError('unknown', error);
    }
  }

  private async undo(): Promise<void> {
    const failure = this.statements.failure?.error;
    if (failure instanceof StorageError && failure.kind === 'unreachable') this.broken = true;
    if (this.broken) return;
    try {
      await this.client.query('ROLLBACK');
    } catch {
      // The server undoes it when the connection is closed.
      this.broken = true;
    }
  }
}

/**
 * Runs `work` in a transaction on a connection of the pool.
 * @throws as {@link PostgresTransaction.run}; StorageError where there is no connection
 */
export async function inPostgresTransaction<T>(
  dataSource: DataSource,
  begin: string,
  work: (transaction: PostgresTransaction) => Promise<T>,
  most?: number,
): Promise<T> {
  const client = await poolOf(dataSource)
    .connect()
    .catch((error: unknown) => {
      throw postgresFault(error);
    });
  const transaction = new PostgresTransaction(dataSource, client);
  try {
    return await transaction.run(begin, work, most);
  } finally {
    client.release(transaction.isBroken);
  }
}

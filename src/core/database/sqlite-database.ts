import { DataSource, type MigrationInterface } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import type { Log } from '../logging/log.js';
import { type Meter, silentMeter } from '../metrics/meter.js';
import { type Clock, SystemClock } from '../time/clock.js';
import type { Database, ReadTx, WriteTx } from './database.js';
import { OneWriterDatabase, type TransactionKind } from './one-writer-database.js';
import type { PendingMigrations } from './pending-migrations.js';
import { PreparedStatements } from './prepared-statements.js';
import {
  beginImmediate,
  closeHandle,
  execute,
  openReader,
  prepareWriter,
  quietSqlite3,
  type SqliteHandle,
} from './sqlite-handle.js';
import { migrateSqlite } from './sqlite-migrate.js';
import { SqliteTransaction } from './sqlite-transaction.js';
import { toStorageError } from './storage-error.js';
import { silentTypeormLogger } from './transaction-statements.js';
import { watchForSlowness } from './turns.js';

/** What {@link openSqliteDatabase} needs to know. */
export interface SqliteDatabaseOptions {
  /** Path of the file; its folder exists. The file is made when it is missing. */
  readonly file: string;
  readonly entities: readonly (new () => object)[];
  /** They run in the order of the time at the end of their names. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** `refuse` for a program that may run beside servers: only they bring the schema to the present. Default `execute`. */
  readonly pending?: PendingMigrations;
  readonly log: Log;
  readonly clock?: Clock;
  readonly meter?: Meter;
  /** Connections that read, and so the number of reads at one time. Default 4. */
  readonly readers?: number;
  /** How long one try for the lock lasts while another process holds it, in milliseconds. Default 5,000; 3 tries. */
  readonly busyTimeoutMs?: number;
}

/** Brings the schema to the present before the readers open. @throws StorageError; nothing of failed migrations is kept */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<Database> {
  const { file, entities, migrations, log, readers = 4, busyTimeoutMs = 5_000 } = options;
  const { clock = new SystemClock(), meter = silentMeter } = options;
  const dataSource = new DataSource({
    type: 'sqlite',
    database: file,
    driver: quietSqlite3,
    entities: [...entities],
    migrations: [...migrations],
    logger: silentTypeormLogger,
  });
  const opened: SqliteHandle[] = [];
  try {
    await dataSource.initialize();
    const writer = (dataSource.driver as SqliteDriver).databaseConnection as SqliteHandle;
    await prepareWriter(writer, busyTimeoutMs);
    const migrated = await migrateSqlite(dataSource, writer, options.pending);
    if (migrated.length > 0) log.info('migrations executed', { migrations: migrated });
    for (let count = 0; count < readers; count += 1) opened.push(await openReader(file, busyTimeoutMs));
    const connections = { writer: new PreparedStatements(writer), readers: opened.map(keepStatements) };
    return new SqliteDatabase({ dataSource, ...connections, log, clock, meter });
  } catch (error) {
    await Promise.allSettled(opened.map(closeHandle));
    if (dataSource.isInitialized) await dataSource.destroy();
    throw toStorageError(error);
  }
}

const keepStatements = (handle: SqliteHandle): PreparedStatements => new PreparedStatements(handle);

interface SqliteDatabaseParts {
  readonly dataSource: DataSource;
  readonly writer: PreparedStatements;
  readonly readers: readonly PreparedStatements[];
  readonly log: Log;
  readonly clock: Clock;
  readonly meter: Meter;
}

/** {@link Database} on one SQLite file: one writer behind a queue, and readers that see the last commit. */
class SqliteDatabase extends OneWriterDatabase<PreparedStatements> {
  constructor(private readonly parts: SqliteDatabaseParts) {
    super(parts.readers, parts.clock, parts.meter);
  }

  protected readWith<T>(reader: PreparedStatements, query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.transact('read', reader, ({ manager }) => query(manager as ReadTx));
  }

  protected readOneWith<T>(reader: PreparedStatements, query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return new SqliteTransaction(this.parts.dataSource, reader).runOne(({ manager }) =>
      this.calls.during('read', () => query(manager as ReadTx)),
    );
  }

  protected writeAlone<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    const { clock, log, writer } = this.parts;
    return this.transact('write', writer, ({ manager }) =>
      watchForSlowness(clock, log, () => work(manager as WriteTx)),
    );
  }

  protected async disconnect(): Promise<void> {
    const { dataSource, writer, readers } = this.parts;
    try {
      await Promise.all([writer, ...readers].map((connection) => connection.release()));
      // Readers first, so that the writer is the last to leave and folds the log into the file.
      await Promise.all(readers.map(({ handle }) => closeHandle(handle)));
      await dataSource.destroy();
    } catch (error) {
      throw toStorageError(error);
    }
  }

  private transact<T>(
    kind: TransactionKind,
    connection: PreparedStatements,
    work: (transaction: SqliteTransaction) => Promise<T>,
  ): Promise<T> {
    const { handle } = connection;
    const begin = kind === 'write' ? () => beginImmediate(handle) : () => execute(handle, 'BEGIN');
    const onEnd = kind === 'write' ? () => this.count.add() : undefined;
    return new SqliteTransaction(this.parts.dataSource, connection).run(
      begin,
      (transaction) => this.calls.during(kind, () => work(transaction)),
      onEnd,
    );
  }
}

import { DataSource, type MigrationInterface } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import type { Log } from '../logging/log.js';
import { type Meter, silentMeter } from '../metrics/meter.js';
import { type Clock, SystemClock } from '../time/clock.js';
import { CommitCount } from './commit-count.js';
import { Database, type ReadTx, type WriteTx } from './database.js';
import { OpenCalls, type TransactionKind } from './open-calls.js';
import type { PendingMigrations } from './pending-migrations.js';
import { PreparedStatements } from './prepared-statements.js';
import { ReaderPool } from './reader-pool.js';
import {
  beginImmediate,
  closeHandle,
  execute,
  openReader,
  prepareWriter,
  quietSqlite3,
  type SqliteHandle,
} from './sqlite-handle.js';
import { silentTypeormLogger } from './silent-typeorm-logger.js';
import { watchForSlowness, WriteQueue } from './write-queue.js';
import { migrateSqlite } from './sqlite-migrate.js';
import { SqliteTransaction } from './sqlite-transaction.js';
import { StorageError, toStorageError } from './storage-error.js';

/** What {@link openSqliteDatabase} needs to know. */
export interface SqliteDatabaseOptions {
  /** Path of the file; its folder exists. The file is made when it is missing. */
  readonly file: string;
  readonly entities: readonly (new () => object)[];
  /** They run in the order of the time at the end of their names. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Default `execute`. */
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
class SqliteDatabase extends Database {
  private readonly queue: WriteQueue;
  private readonly pool: ReaderPool<PreparedStatements>;
  private readonly calls = new OpenCalls();
  private readonly count: CommitCount;
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: SqliteDatabaseParts) {
    super();
    this.queue = new WriteQueue(parts.clock, parts.meter);
    this.count = new CommitCount(parts.clock);
    this.pool = new ReaderPool(parts.readers);
  }

  get commits(): number {
    return this.count.ended;
  }

  async read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    this.admit('read');
    return this.faults.watch(() =>
      this.pool.use((reader) => this.transact('read', reader, (transaction) => query(transaction.manager as ReadTx))),
    );
  }

  async readOne<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    this.admit('read');
    return this.faults.watch(() =>
      this.pool.use((reader) =>
        new SqliteTransaction(this.parts.dataSource, reader).runOne((transaction) =>
          this.calls.during('read', () => query(transaction.manager as ReadTx)),
        ),
      ),
    );
  }

  async write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    this.admit('write');
    const { clock, log } = this.parts;
    return this.faults.watch(() =>
      this.queue.run(() =>
        this.transact('write', this.parts.writer, (transaction) =>
          watchForSlowness(clock, log, () => work(transaction.manager as WriteTx)),
        ),
      ),
    );
  }

  async close(): Promise<void> {
    this.calls.refuseInside('close');
    this.closing ??= this.shutDown();
    await this.closing;
  }

  private async shutDown(): Promise<void> {
    await Promise.all([this.queue.drained(), this.pool.drained()]);
    this.calls.end();
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

  private admit(wanted: TransactionKind): void {
    this.calls.refuseInside(wanted);
    if (this.closing !== undefined) throw new StorageError('closed');
  }
}

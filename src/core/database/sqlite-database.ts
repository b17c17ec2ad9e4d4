import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type MigrationInterface } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import type { Log } from '../logging/log.js';
import { type Clock, SystemClock } from '../time/clock.js';
import { Database, type ReadTx, type WriteTx } from './database.js';
import { migrate } from './migrate.js';
import { ReaderPool } from './reader-pool.js';
import { beginImmediate, closeHandle, execute, openReader, prepareWriter, quietSqlite3 } from './sqlite-handle.js';
import type { SqliteHandle } from './sqlite-handle.js';
import { silentTypeormLogger } from './silent-typeorm-logger.js';
import { SqliteTransaction } from './sqlite-transaction.js';
import { StorageError, toStorageError } from './storage-error.js';
import { WriteQueue } from './write-queue.js';

/** What {@link openSqliteDatabase} needs to know. */
export interface SqliteDatabaseOptions {
  /** Path of the file; its folder exists. The file is made when it is missing. */
  readonly file: string;
  readonly entities: readonly (new () => object)[];
  /** They run in the order of the time at the end of their names. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly log: Log;
  readonly clock?: Clock;
  /** Connections that read, and so the number of reads at one time. Default 4. */
  readonly readers?: number;
  /** How long one try for the lock lasts while another process holds it, in milliseconds. Default 5,000; 3 tries. */
  readonly busyTimeoutMs?: number;
}

/** A write that holds the lock for longer than this is logged, since every other writer waits for it. */
const SLOW_WRITE_MS = 2_000;

/** The kind of transaction that the present call stands in. */
interface OpenCall {
  readonly kind: 'read' | 'write';
  /** False once the call has ended: what was started in it and lives on may open a transaction of its own. */
  open: boolean;
}

/**
 * Opens the file, brings its schema to the present, and only then opens the readers.
 *
 * @throws StorageError when the file can't be opened, is damaged, or a migration fails; nothing of the migrations
 *   is kept then
 */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<Database> {
  const { file, entities, migrations, log, clock = new SystemClock(), readers = 4, busyTimeoutMs = 5_000 } = options;
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
    const migrated = await migrate(dataSource, writer);
    if (migrated.length > 0) log.info('migrations executed', { migrations: migrated });
    for (let count = 0; count < readers; count += 1) opened.push(await openReader(file, busyTimeoutMs));
    return new SqliteDatabase({ dataSource, writer, readers: opened, log, clock });
  } catch (error) {
    await Promise.allSettled(opened.map(closeHandle));
    if (dataSource.isInitialized) await dataSource.destroy();
    throw toStorageError(error);
  }
}

interface SqliteDatabaseParts {
  readonly dataSource: DataSource;
  readonly writer: SqliteHandle;
  readonly readers: readonly SqliteHandle[];
  readonly log: Log;
  readonly clock: Clock;
}

/** {@link Database} on one SQLite file: one writer behind a queue, and readers that see the last commit. */
class SqliteDatabase extends Database {
  private readonly queue = new WriteQueue();
  private readonly pool: ReaderPool<SqliteHandle>;
  private readonly calls = new AsyncLocalStorage<OpenCall>();
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: SqliteDatabaseParts) {
    super();
    this.pool = new ReaderPool(parts.readers);
  }

  async read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    this.admit('read');
    return this.pool.use((reader) =>
      this.transact('read', reader, (transaction) => query(transaction.manager as ReadTx)),
    );
  }

  async write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    this.admit('write');
    return this.queue.run(() =>
      this.transact('write', this.parts.writer, (transaction) =>
        this.watched(() => work(transaction.manager as WriteTx)),
      ),
    );
  }

  async close(): Promise<void> {
    this.refuseInside('close');
    this.closing ??= this.shutDown();
    await this.closing;
  }

  private async shutDown(): Promise<void> {
    await Promise.all([this.queue.drained(), this.pool.drained()]);
    const { dataSource, readers } = this.parts;
    try {
      // Readers first, so that the writer is the last to leave and folds the log into the file.
      await Promise.all(readers.map(closeHandle));
      await dataSource.destroy();
    } catch (error) {
      throw toStorageError(error);
    }
  }

  private transact<T>(
    kind: OpenCall['kind'],
    handle: SqliteHandle,
    work: (transaction: SqliteTransaction) => Promise<T>,
  ): Promise<T> {
    const begin = kind === 'write' ? () => beginImmediate(handle) : () => execute(handle, 'BEGIN');
    return new SqliteTransaction(this.parts.dataSource, handle).run(begin, (transaction) => {
      const call: OpenCall = { kind, open: true };
      return this.calls.run(call, async () => {
        try {
          return await work(transaction);
        } finally {
          call.open = false;
        }
      });
    });
  }

  private async watched<T>(work: () => Promise<T>): Promise<T> {
    const { clock, log } = this.parts;
    const alarm = clock.setTimer(SLOW_WRITE_MS, () => {
      log.warn('a write is holding up all others', { held_ms: SLOW_WRITE_MS });
    });
    try {
      return await work();
    } finally {
      alarm.cancel();
    }
  }

  private admit(wanted: OpenCall['kind']): void {
    this.refuseInside(wanted);
    if (this.closing !== undefined) throw new StorageError('closed');
  }

  private refuseInside(wanted: OpenCall['kind'] | 'close'): void {
    const call = this.calls.getStore();
    if (call?.open !== true) return;
    throw new Error(`database.${wanted}() inside database.${call.kind}() would wait for itself; pass tx down instead`);
  }
}

import type { DataSource } from 'typeorm';
import type { Log } from '../logging/log.js';
import { type Meter, silentMeter } from '../metrics/meter.js';
import { type Clock, SystemClock } from '../time/clock.js';
import { SystemRandom } from '../time/random.js';
import type { Database, ReadTx, WriteTx } from './database.js';
import { OneWriterDatabase, type TransactionKind } from './one-writer-database.js';
import type { DatabaseOptions } from './open-database.js';
import { isConflict, postgresFault } from './postgres-fault.js';
import { migratePostgres } from './postgres-migrate.js';
import { APPLICATION, connectToPostgres, type PostgresPatience } from './postgres-source.js';
import { inPostgresTransaction, type PostgresTransaction } from './postgres-transaction.js';
import type { Secret } from '../secrets/secret.js';
import { watchForSlowness } from './turns.js';
import { StorageError } from './storage-error.js';

/** What {@link openPostgresDatabase} needs to know. */
export interface PostgresDatabaseOptions extends Omit<DatabaseOptions, 'url' | 'file'> {
  readonly url: Secret;
  /** The number of reads at one time. Default 4; one more connection writes. */
  readonly readers?: number;
  readonly patience?: Partial<PostgresPatience>;
}

/** As long as SQLite waits for a lock; a statement may take longer, and an answer on its way longer still. */
const PATIENCE: PostgresPatience = { lockMs: 15_000, statementMs: 30_000, answerMs: 45_000 };

/** A write meets writes of other processes only; each time it loses, one of them has got on. So it may lose often. */
const WRITE_TRIES = 100;

const BEGIN: Readonly<Record<TransactionKind, string>> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  write: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
};

/** Connects to the server and brings the schema to the present. @throws StorageError; nothing of failed migrations is kept */
export async function openPostgresDatabase(options: PostgresDatabaseOptions): Promise<Database> {
  const { url, entities, migrations, log, readers = 4 } = options;
  const { clock = new SystemClock(), meter = silentMeter } = options;
  const migrated = await migratePostgres({ url, entities, migrations, log }, options.pending);
  if (migrated.length > 0) log.info('migrations executed', { migrations: migrated });
  const patience = { ...PATIENCE, ...options.patience };
  const name = `${APPLICATION} ${new SystemRandom().uuid()}`;
  const connection = { url, entities, migrations, log, patience, connections: readers + 1, name };
  const dataSource = await connectToPostgres(connection);
  return new PostgresDatabase({ dataSource, readers, log, clock, meter });
}

/** Has no other process of ours a connection to this database? Each process names its own ones. */
export async function isAloneOnPostgres(tx: ReadTx): Promise<boolean> {
  const others = await tx.query<readonly unknown[]>(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name LIKE $1 AND application_name <> current_setting('application_name') LIMIT 1`,
    [`${APPLICATION}%`],
  );
  return others.length === 0;
}

interface PostgresDatabaseParts {
  readonly dataSource: DataSource;
  readonly readers: number;
  readonly log: Log;
  readonly clock: Clock;
  readonly meter: Meter;
}

/**
 * {@link Database} on a PostgreSQL server. Writes are serializable and, within this process, one at a time: on tables so small almost any
 * two would conflict. One that met a write of another process is run again.
 */
class PostgresDatabase extends OneWriterDatabase<number> {
  constructor(private readonly parts: PostgresDatabaseParts) {
    // Permissions to read at one time, so that the pool always has a connection for who asks.
    super([...Array(parts.readers).keys()], parts.clock, parts.meter);
  }

  protected readWith<T>(_: number, query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.transact('read', ({ manager }) => query(manager as ReadTx));
  }

  protected readOneWith<T>(_: number, query: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.transact('read', ({ manager }) => query(manager as ReadTx), 1);
  }

  protected writeAlone<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    const { clock, log } = this.parts;
    return watchForSlowness(clock, log, () =>
      this.countCommit(() =>
        this.untilWithoutConflict(() => this.transact('write', ({ manager }) => work(manager as WriteTx))),
      ),
    );
  }

  protected async disconnect(): Promise<void> {
    try {
      await this.parts.dataSource.destroy();
    } catch (error) {
      throw postgresFault(error);
    }
  }

  private async countCommit<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write();
      this.count.add();
      return result;
    } catch (error) {
      if (error instanceof StorageError && error.kind === 'unknown') this.count.doubt();
      throw error;
    }
  }

  private async untilWithoutConflict<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (tried === WRITE_TRIES || !isConflict(error)) throw error;
      }
    }
  }

  private transact<T>(
    kind: TransactionKind,
    work: (transaction: PostgresTransaction) => Promise<T>,
    most?: number,
  ): Promise<T> {
    const { dataSource } = this.parts;
    return inPostgresTransaction(dataSource, BEGIN[kind], (it) => this.calls.during(kind, () => work(it)), most);
  }
}

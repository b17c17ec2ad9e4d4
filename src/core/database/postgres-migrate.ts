import { executePending, type PendingMigrations } from './pending-migrations.js';
import { connectToPostgres, type PostgresPatience, type PostgresSourceOptions } from './postgres-source.js';
import { inPostgresTransaction, type PostgresTransaction } from './postgres-transaction.js';
import { StorageError } from './storage-error.js';

/** The name, to PostgreSQL, of the lock that lets one process migrate at a time. */
const MIGRATION_LOCK = 0x75736872;

/** A migration takes the time that it needs. */
export const UNHURRIED: PostgresPatience = { statementMs: 0, lockMs: 0, answerMs: 0 };

/** Opens a transaction that migrates. Not serializable: what was migrated while it waited for its turn must be seen. */
export const MIGRATING = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/**
 * Executes all missing migrations, in one transaction that another process can't enter, and returns their names.
 * @throws StorageError; an Error when the database knows migrations that this version doesn't, or is not in UTF-8
 */
export async function migratePostgres(
  options: Omit<PostgresSourceOptions, 'connections' | 'patience'>,
  pending: PendingMigrations = 'execute',
): Promise<string[]> {
  const dataSource = await connectToPostgres({ ...options, connections: 1, patience: UNHURRIED });
  try {
    return await inPostgresTransaction(dataSource, MIGRATING, async (transaction) => {
      await enterMigration(transaction);
      return executePending(dataSource, transaction, pending);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** Makes a transaction the only one that changes the schema. @throws StorageError; an Error when the database is not in UTF-8 */
export async function enterMigration(transaction: PostgresTransaction): Promise<void> {
  await transaction.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const [answer] = (await transaction.query('SHOW server_encoding')) as { server_encoding: string }[];
  if (answer === undefined) throw new StorageError('failed');
  if (answer.server_encoding === 'UTF8') return;
  throw new Error(`the database keeps texts in ${answer.server_encoding}: make one with ENCODING 'UTF8'`);
}

import type { DataSource } from 'typeorm';
import { executePending, type PendingMigrations } from './pending-migrations.js';
import { PreparedStatements } from './prepared-statements.js';
import { beginImmediate, execute, type SqliteHandle } from './sqlite-handle.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/**
 * Brings the schema to the present: all migrations that are missing, in one transaction that another process can't
 * enter, or none of them.
 *
 * @returns the names of the migrations that ran
 * @throws StorageError; an Error when the file knows migrations that this version doesn't, lacks some that are
 *   not to be executed, or when a migration left a row that refers to nothing
 */
export async function migrateSqlite(
  dataSource: DataSource,
  writer: SqliteHandle,
  pending: PendingMigrations = 'execute',
): Promise<string[]> {
  // SQLite changes a table by copying it, which references from other tables would forbid; and that can't be turned off
  // within a transaction.
  await execute(writer, 'PRAGMA foreign_keys = OFF');
  const statements = new PreparedStatements(writer);
  const executed = await new SqliteTransaction(dataSource, statements)
    .run(
      () => beginImmediate(writer),
      async (transaction) => {
        const migrations = await executePending(dataSource, transaction, pending);
        if (migrations.length > 0) await refuseDanglingReferences(transaction);
        return migrations;
      },
    )
    .finally(() => statements.release());
  await execute(writer, 'PRAGMA foreign_keys = ON');
  return executed;
}

async function refuseDanglingReferences(transaction: SqliteTransaction): Promise<void> {
  const dangling = (await transaction.query('PRAGMA foreign_key_check')) as { table: string }[];
  if (dangling.length === 0) return;
  const tables = [...new Set(dangling.map((row) => row.table))];
  throw new Error(`the migrations left rows that refer to nothing, in: ${tables.join(', ')}`);
}

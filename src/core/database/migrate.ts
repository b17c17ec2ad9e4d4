import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';
import { beginImmediate, execute, type SqliteHandle } from './sqlite-handle.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/**
 * Brings the schema to the present: all migrations that are missing, in one transaction that another process can't
 * enter, or none of them.
 *
 * @returns the names of the migrations that ran
 * @throws StorageError; an Error when the file knows migrations that this version doesn't, or when a migration left a
 *   row that refers to nothing
 */
export async function migrate(dataSource: DataSource, writer: SqliteHandle): Promise<string[]> {
  // SQLite changes a table by copying it, which references from other tables would forbid; and it can't be told so
  // within a transaction.
  await execute(writer, 'PRAGMA foreign_keys = OFF');
  const executed = await new SqliteTransaction(dataSource, writer).run(
    () => beginImmediate(writer),
    async (transaction) => {
      const executor = new MigrationExecutor(dataSource, transaction);
      executor.transaction = 'all';
      refuseNewerSchema(dataSource, await executor.getExecutedMigrations());
      const migrations = await executor.executePendingMigrations();
      if (migrations.length > 0) await refuseDanglingReferences(transaction);
      return migrations.map((migration) => migration.name);
    },
  );
  await execute(writer, 'PRAGMA foreign_keys = ON');
  return executed;
}

/** An older version would write rows that the newer schema doesn't expect. */
function refuseNewerSchema(dataSource: DataSource, executed: readonly Migration[]): void {
  const known = new Set(dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name));
  if (executed.every((migration) => known.has(migration.name))) return;
  throw new Error('the database was last used by a newer version: start that one, or restore an older backup');
}

async function refuseDanglingReferences(transaction: SqliteTransaction): Promise<void> {
  const dangling = (await transaction.query('PRAGMA foreign_key_check')) as { table: string }[];
  if (dangling.length === 0) return;
  const tables = [...new Set(dangling.map((row) => row.table))];
  throw new Error(`the migrations left rows that refer to nothing, in: ${tables.join(', ')}`);
}

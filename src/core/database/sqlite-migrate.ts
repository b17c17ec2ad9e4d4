import type { DataSource } from 'typeorm';
import { executePending, type PendingMigrations } from './pending-migrations.js';
import { PreparedStatements } from './prepared-statements.js';
import { beginImmediate, execute, type SqliteHandle } from './sqlite-handle.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/**
 * Executes all missing migrations, in one transaction that another process can't enter, and returns their names. No id is given out anew.
 * @throws StorageError; an Error when the file knows migrations that this version doesn't, lacks some that are not to be executed, or when
 * a migration left a row that refers to nothing
 */
export async function migrateSqlite(
  dataSource: DataSource,
  writer: SqliteHandle,
  pending: PendingMigrations = 'execute',
): Promise<string[]> {
  // SQLite changes a table by copying it, which references from other tables would forbid; and that can't be turned off within a
  // transaction.
  await execute(writer, 'PRAGMA foreign_keys = OFF');
  const statements = new PreparedStatements(writer);
  let executed: string[];
  try {
    executed = await new SqliteTransaction(dataSource, statements).run(
      () => beginImmediate(writer),
      async (transaction) => {
        const given = await idsGiven(transaction);
        const migrations = await executePending(dataSource, transaction, pending);
        if (migrations.length === 0) return migrations;
        await refuseDanglingReferences(transaction);
        await rememberIds(transaction, given);
        return migrations;
      },
    );
  } finally {
    await statements.release();
  }
  await execute(writer, 'PRAGMA foreign_keys = ON');
  return executed;
}

/** The largest id that a table has given out. */
interface GivenIds {
  readonly name: string;
  readonly seq: number;
}

async function idsGiven(transaction: SqliteTransaction): Promise<readonly GivenIds[]> {
  const kept = "SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'";
  if (((await transaction.query(kept)) as unknown[]).length === 0) return [];
  return (await transaction.query('SELECT name, seq FROM sqlite_sequence')) as GivenIds[];
}

/** A table that was made anew remembers only the ids of rows that are there, and would give those of deleted ones out again. */
async function rememberIds(transaction: SqliteTransaction, given: readonly GivenIds[]): Promise<void> {
  const raise = 'UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?';
  for (const { name, seq } of given) await transaction.query(raise, [seq, name, seq]);
}

async function refuseDanglingReferences(transaction: SqliteTransaction): Promise<void> {
  const dangling = (await transaction.query('PRAGMA foreign_key_check')) as { table: string }[];
  if (dangling.length === 0) return;
  const tables = [...new Set(dangling.map((row) => row.table))];
  throw new Error(`the migrations left rows that refer to nothing, in: ${tables.join(', ')}`);
}

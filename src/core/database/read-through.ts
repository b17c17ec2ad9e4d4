import type { ReadTx } from './database.js';
import { StorageError } from './storage-error.js';

/**
 * Reads tables from end to end, so that damage shows: on SQLite with their indexes. That takes seconds for a database of gigabytes.
 * @param tables their names; everything that there is where none are given
 * @throws StorageError, of kind `corrupt` where there is damage
 */
export async function readThrough(tx: ReadTx, tables: readonly string[] = []): Promise<void> {
  if (tx.connection.options.type === 'postgres') await countRows(tx, tables);
  else await checkPages(tx, tables);
}

async function checkPages(tx: ReadTx, tables: readonly string[]): Promise<void> {
  // The number is the most faults that are listed; a name is the one table that is looked at.
  for (const scope of tables.length === 0 ? ['1'] : tables.map((table) => `"${table}"`)) {
    const found = await tx.query<{ readonly quick_check: string }[]>(`PRAGMA quick_check(${scope})`);
    const fault = found.find(({ quick_check }) => quick_check !== 'ok');
    if (fault) throw new StorageError('corrupt', new Error(fault.quick_check));
  }
}

async function countRows(tx: ReadTx, tables: readonly string[]): Promise<void> {
  const all = tx.connection.entityMetadatas.map(({ tableName }) => tableName);
  for (const table of tables.length === 0 ? all : tables) await tx.query(`SELECT count(*) FROM "${table}"`);
}

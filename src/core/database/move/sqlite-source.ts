import { stat } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import { allRows, closeHandle, execute, openHandle, type SqliteHandle } from '../sqlite-handle.js';
import { toStorageError } from '../storage-error.js';
import { cellOf, type Cell } from './table-content.js';

/** A table of the source. */
export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The largest id that SQLite has ever given out here; null where it gives out none. */
  readonly lastId: number | null;
}

/** Rows that are read at a time. */
const BATCH = 500;

/**
 * A SQLite file that is read while nobody else has it open: not a byte of it changes.
 * @throws Error with a sentence for a person when there is no such file, somebody uses it, or its log is not folded in
 */
export class SqliteSource {
  private constructor(private readonly handle: SqliteHandle) {}

  static async open(file: string): Promise<SqliteSource> {
    if ((await sizeOf(file)) === null) throw new Error('there is no SQLite database in DATA_DIR');
    if (await sizeOf(`${file}-wal`)) throw new Error(`${IN_USE}; if none is running, start it once and stop it`);
    const handle = await openHandle(file, sqlite3.OPEN_READWRITE | sqlite3.OPEN_FULLMUTEX).catch((error: unknown) => {
      throw toStorageError(error);
    });
    try {
      // The lock of the whole file: also a server that only reads has a share in it.
      await execute(handle, 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
      await execute(handle, 'PRAGMA query_only = ON');
      return new SqliteSource(handle);
    } catch (error) {
      await closeHandle(handle);
      throw (error as { code?: unknown }).code === 'SQLITE_BUSY' ? new Error(IN_USE) : toStorageError(error);
    }
  }

  /** The names of the migrations that have run. */
  async migrations(): Promise<readonly string[]> {
    const rows = await this.all<{ name: string }>('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  }

  /** Every table of ours. */
  async tables(): Promise<readonly SourceTable[]> {
    const names = await this.all<{ name: string }>(
      `SELECT name FROM sqlite_master
       WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'migrations' ORDER BY name`,
    );
    const given = await this.all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence');
    const lastIds = new Map(given.map(({ name, seq }) => [name, seq]));
    const tables: SourceTable[] = [];
    for (const { name } of names) {
      const columns = await this.all<{ name: string }>(`PRAGMA table_info("${name}")`);
      tables.push({ name, columns: columns.map((column) => column.name), lastId: lastIds.get(name) ?? null });
    }
    return tables;
  }

  /** All rows of a table, some at a time. */
  async *rows({ name, columns }: SourceTable): AsyncGenerator<readonly (readonly Cell[])[]> {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const page = `SELECT rowid AS "row number", ${list} FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ${BATCH}`;
    for (let last = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await this.all<Record<string, unknown>>(page, [last]);
      if (rows.length === 0) return;
      yield rows.map((row) => columns.map((column) => cellOf(row[column])));
      last = Number(rows.at(-1)?.['row number']);
    }
  }

  async close(): Promise<void> {
    await execute(this.handle, 'ROLLBACK');
    await closeHandle(this.handle);
  }

  private async all<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    try {
      return await allRows<T>(this.handle, sql, parameters);
    } catch (error) {
      throw toStorageError(error);
    }
  }
}

const IN_USE = 'the SQLite database is in use: stop the server first';

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

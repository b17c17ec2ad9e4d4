import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { allRows, closeHandle, execute, type SqliteHandle } from './sqlite-handle.js';
import { toStorageError } from './storage-error.js';

/** An empty file whose only use is the locks that the operating system keeps on it. */
const FILE = 'in-use.lock';

/**
 * How long a use waits for the others to go. A server outwaits somebody who has only looked whether they are alone; who
 * replaces doesn't wait, because meanwhile no server could start.
 */
const PATIENCE_MS = { serve: 5_000, replace: 0 } as const;

/** A hold on a data folder. It ends with {@link release}, or with the process, however that ends. */
export interface DataFolderHold {
  release(): Promise<void>;
}

/** Somebody else holds the data folder in a way that rules this use out. */
export class DataFolderInUse extends Error {}

/**
 * Says what a process is doing with a data folder for as long as it does it. Those who `serve` from it may be many;
 * who wants to `replace` what is in it has to be alone.
 *
 * The locks are those of the operating system, by way of SQLite, so that a killed process leaves none behind.
 *
 * @throws DataFolderInUse, for `serve` after a wait of some seconds; StorageError when the lock file can't be made
 */
export async function holdDataFolder(folder: string, use: 'serve' | 'replace'): Promise<DataFolderHold> {
  let handle: SqliteHandle | undefined;
  try {
    handle = await open(join(folder, FILE));
    await execute(handle, `PRAGMA busy_timeout = ${PATIENCE_MS[use]}`);
    await execute(handle, use === 'replace' ? 'BEGIN EXCLUSIVE' : 'BEGIN');
    // A transaction takes its lock with its first look at the file.
    await allRows(handle, 'SELECT count(*) FROM sqlite_master');
  } catch (error) {
    if (handle) await closeHandle(handle);
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') throw new DataFolderInUse(inUse(use), { cause: error });
    throw toStorageError(error);
  }
  const held = handle;
  return { release: () => closeHandle(held) };
}

const inUse = (use: 'serve' | 'replace'): string =>
  use === 'replace'
    ? 'a server is running on DATA_DIR: stop it first'
    : 'what is in DATA_DIR is being replaced by a restore: wait for its end';

function open(file: string): Promise<SqliteHandle> {
  return new Promise((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error === null ? resolve(opened) : reject(error)));
  });
}

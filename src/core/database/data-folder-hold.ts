import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { allRows, closeHandle, execute, openHandle, type SqliteHandle } from './sqlite-handle.js';
import { toStorageError } from './storage-error.js';

/** An empty file whose only use is the locks that the operating system keeps on it. */
const FILE = 'in-use.lock';

/**
 * How long to wait for others to go. A server outwaits a short look; who replaces doesn't wait, because no server could start meanwhile.
 */
const PATIENCE_MS = { serve: 5_000, replace: 0 } as const;

/** A hold on a data folder. It ends with {@link release}, or with the process, however that ends. */
export interface DataFolderHold {
  /**
   * Is no other process on the folder? Asked within a write, since of several one at a time may.
   * @throws DataFolderInUse where a command has begun to replace what is in the folder
   */
  isAlone(): Promise<boolean>;
  release(): Promise<void>;
}

/** Somebody else holds the data folder in a way that rules this use out. */
export class DataFolderInUse extends Error {}

/** The data folder is not there, or this process may not write in it. The message says which, and what to do. */
export class DataFolderUnusable extends Error {}

/**
 * Those who `serve` from a data folder may be many; who wants to `replace` what is in it has to be alone. The locks are the operating
 * system's, by way of SQLite: a killed process leaves none.
 * @throws DataFolderInUse, for `serve` after a wait of some seconds; DataFolderUnusable; StorageError, on a full disk for one
 */
export async function holdDataFolder(folder: string, use: 'serve' | 'replace'): Promise<DataFolderHold> {
  let handle: SqliteHandle | undefined;
  try {
    handle = await openHandle(join(folder, FILE));
    await execute(handle, `PRAGMA busy_timeout = ${PATIENCE_MS[use]}`);
    await execute(handle, 'PRAGMA journal_mode = MEMORY');
    await execute(handle, use === 'replace' ? 'BEGIN EXCLUSIVE' : 'BEGIN IMMEDIATE');
    await proveWritable(handle);
    if (use === 'serve') {
      await execute(handle, 'ROLLBACK');
      await share(handle);
    }
  } catch (error) {
    if (handle) await closeHandle(handle);
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_BUSY') throw new DataFolderInUse(inUse(use), { cause: error });
    if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY')
      throw new DataFolderUnusable(unusable(folder), { cause: error });
    throw toStorageError(error);
  }
  const held = handle;
  return { isAlone: () => isAlone(held), release: () => closeHandle(held) };
}

/** Takes the lock that many may have. A transaction takes it with its first look at the file. */
async function share(handle: SqliteHandle): Promise<void> {
  await execute(handle, 'BEGIN');
  await allRows(handle, 'SELECT count(*) FROM sqlite_master');
}

/** Nobody else has a lock where this process can have all of it, for a moment. */
async function isAlone(handle: SqliteHandle): Promise<boolean> {
  await execute(handle, 'ROLLBACK');
  await execute(handle, 'PRAGMA busy_timeout = 0');
  const alone = await execute(handle, 'BEGIN EXCLUSIVE').then(
    () => execute(handle, 'ROLLBACK').then(() => true),
    () => false,
  );
  await execute(handle, `PRAGMA busy_timeout = ${PATIENCE_MS.serve}`);
  await share(handle).catch((cause: unknown) => {
    throw new DataFolderInUse(inUse('serve'), { cause });
  });
  return alone;
}

/** SQLite also opens a file that it may only read, and BEGIN EXCLUSIVE then keeps nobody out. Only a write shows it; nothing is kept. */
async function proveWritable(handle: SqliteHandle): Promise<void> {
  await execute(handle, 'PRAGMA user_version = 0');
}

const inUse = (use: 'serve' | 'replace'): string =>
  use === 'replace'
    ? 'a server is running on DATA_DIR: stop it first'
    : 'a command is at work on DATA_DIR (restore, rotate-key or move-database): wait for its end';

/** What keeps the lock file from being opened: the commonest ways to run a server on a folder of somebody else's. */
function unusable(folder: string): string {
  const fault = faultOf(folder);
  if (fault === 'ENOENT' || fault === 'ENOTDIR') return 'there is no folder where DATA_DIR points to';
  if (fault === 'EROFS') return 'DATA_DIR lies on a disk that can only be read';
  return `this process${account()} may not write in DATA_DIR: let its account own that folder and all that is in it`;
}

function faultOf(folder: string): unknown {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

/** Under which number the operating system knows the account, where it has numbers. */
function account(): string {
  const uid = process.geteuid?.();
  return uid === undefined ? '' : `, as uid ${uid},`;
}

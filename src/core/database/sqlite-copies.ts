import { chmod, rm, writeFile } from 'node:fs/promises';
import sqlite3 from 'sqlite3';
import { DatabaseCopies, type DatabaseContents, type OpenCopy, type StoredText } from './database-copies.js';
import { allRows, answerOf, closeHandle, execute, openHandle, openReader, type SqliteHandle } from './sqlite-handle.js';
import { StorageError, toStorageError } from './storage-error.js';

/** How long a statement waits for another process, in milliseconds. Readers of a write-ahead log hardly ever do. */
const BUSY_TIMEOUT_MS = 5_000;

/** {@link DatabaseCopies} of one SQLite file. A copy is a file that SQLite opens as it is. */
export class SqliteCopies extends DatabaseCopies {
  /** @param pagesAtOnce how many pages are copied before the signal is looked at again; 1,024 are 4 MiB mostly */
  constructor(
    private readonly file: string,
    private readonly pagesAtOnce = 1_024,
  ) {
    super();
  }

  /** One reader's snapshot lasts for the whole copy: what is committed meanwhile shows neither in the counts nor in the pages. */
  async copyTo(copy: string, signal?: AbortSignal): Promise<DatabaseContents> {
    await writeFile(copy, '', { mode: 0o600 });
    await chmod(copy, 0o600);
    const contents = await withReader(
      this.file,
      async (reader) => {
        await execute(reader, 'BEGIN');
        const counted = await contentsOf(reader);
        await copyPages(reader, copy, this.pagesAtOnce, signal);
        return counted;
      },
      signal,
    );
    await detachFromLog(copy);
    return contents;
  }

  inspect<T>(copy: string, look: (open: OpenCopy) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return withReader(
      copy,
      (reader) =>
        look({
          faults: () => faultsOf(reader),
          contents: () => contentsOf(reader),
          text: (place) => textAt(reader, place),
        }),
      signal,
    );
  }
}

async function withReader<T>(
  file: string,
  work: (reader: SqliteHandle) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  let reader: SqliteHandle | undefined;
  const interrupt = (): void => reader?.interrupt();
  try {
    reader = await openReader(file, BUSY_TIMEOUT_MS);
    signal?.addEventListener('abort', interrupt);
    return await work(reader);
  } catch (error) {
    signal?.throwIfAborted();
    throw toStorageError(error);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    if (reader) await closeHandle(reader);
  }
}

/** SQLite's online backup, as the sqlite3 package gives it; its type declarations leave it out. */
interface OnlineBackup {
  readonly completed: boolean;
  /** Codes after which a step may be tried again instead of failing. */
  retryErrors: readonly number[];
  step(pages: number, done: Done): void;
  finish(done: Done): void;
}

type Done = (fault?: Error | null) => void;

/** Copies all pages of a connection's snapshot over another file, which is locked meanwhile. */
async function copyPages(
  source: SqliteHandle,
  file: string,
  pagesAtOnce: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const origin = source as SqliteHandle & { backup(file: string, done: Done): OnlineBackup };
  const backup = await new Promise<OnlineBackup>((resolve, reject) => {
    const begun = origin.backup(file, (fault) => (fault ? reject(fault) : resolve(begun)));
  });
  // Nobody else knows the new file: that it is locked would be a fault, and to try again would never end.
  backup.retryErrors = [];
  try {
    while (!backup.completed) {
      signal?.throwIfAborted();
      await answerOf((done) => backup.step(pagesAtOnce, done));
    }
  } finally {
    await answerOf((done) => backup.finish(done));
  }
}

/** A copy takes the mode of its original, in which a file is whole only together with its log. Ends that. */
async function detachFromLog(copy: string): Promise<void> {
  try {
    const writer = await openHandle(copy, sqlite3.OPEN_READWRITE);
    try {
      await execute(writer, 'PRAGMA journal_mode = DELETE');
    } finally {
      await closeHandle(writer);
    }
    await Promise.all(['-wal', '-shm'].map((suffix) => rm(`${copy}${suffix}`, { force: true })));
  } catch (error) {
    throw toStorageError(error);
  }
}

async function contentsOf(reader: SqliteHandle): Promise<DatabaseContents> {
  const tables = await allRows<{ name: string }>(
    reader,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [counted] = await allRows<{ n: number }>(reader, `SELECT count(*) AS n FROM ${quoted(name)}`);
    rows[name] = counted?.n ?? 0;
  }
  if (!('migrations' in rows)) throw new StorageError('corrupt', new Error('there is no table of migrations'));
  const migrations = await allRows<{ name: string }>(reader, 'SELECT name FROM migrations ORDER BY id');
  return { migrations: migrations.map(({ name }) => name), rows };
}

/** Damage that is bad enough fails the check itself. */
async function faultsOf(reader: SqliteHandle): Promise<readonly string[]> {
  try {
    const found = await allRows<{ integrity_check: string }>(reader, 'PRAGMA integrity_check');
    return found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  } catch (error) {
    const fault = toStorageError(error);
    if (fault instanceof StorageError && fault.kind === 'corrupt') return ['the check itself met damage'];
    throw error;
  }
}

async function textAt(reader: SqliteHandle, { table, column, where }: StoredText): Promise<string | null> {
  const [row] = await allRows<{ found: string }>(
    reader,
    `SELECT ${quoted(column)} AS found FROM ${quoted(table)} WHERE ${quoted(where.column)} = ?`,
    [where.equals],
  );
  return row?.found ?? null;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

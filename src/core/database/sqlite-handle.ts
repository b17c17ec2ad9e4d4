import sqlite3 from 'sqlite3';

/** A connection as the sqlite3 package gives it. */
export type SqliteHandle = sqlite3.Database;

/** TypeORM always calls `verbose`, which makes every statement of the process record a stack trace, at half the speed. */
export const quietSqlite3 = {
  ...sqlite3,
  verbose: (): unknown => quietSqlite3,
};

/** Opens a connection. @param mode flags of the sqlite3 package; by default a missing file is made */
export function openHandle(
  file: string,
  mode = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE | sqlite3.OPEN_FULLMUTEX,
): Promise<SqliteHandle> {
  return new Promise((resolve, reject) => {
    const opened = new sqlite3.Database(file, mode, (error) => (error === null ? resolve(opened) : reject(error)));
  });
}

/** Opens a connection that can't write, neither by the file's mode nor by SQLite's own rule. */
export async function openReader(file: string, busyTimeoutMs: number): Promise<SqliteHandle> {
  const handle = await openHandle(file, sqlite3.OPEN_READONLY | sqlite3.OPEN_FULLMUTEX);
  await execute(handle, `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON; PRAGMA foreign_keys = ON`);
  return handle;
}

/** A commit is on the disk before it is answered, and references hold. What is deleted is overwritten, so that no secret stays in gaps. */
export async function prepareWriter(handle: SqliteHandle, busyTimeoutMs: number): Promise<void> {
  await execute(
    handle,
    `PRAGMA busy_timeout = ${busyTimeoutMs};
     PRAGMA synchronous = FULL;
     PRAGMA secure_delete = ON;
     PRAGMA foreign_keys = ON`,
  );
  await keepWriteAheadLog(handle);
}

/** So often a new file is asked to keep a write-ahead log. */
const LOG_TRIES = 20;

/**
 * Of two connections that make a new file keep a log at the same moment SQLite refuses one at once, before its busy timeout is over; that
 * one waits for the other's lock and tries again.
 */
async function keepWriteAheadLog(handle: SqliteHandle): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await execute(handle, 'PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (tried === LOG_TRIES || !isBusy(error)) throw error;
      await beginImmediate(handle);
      await execute(handle, 'ROLLBACK');
    }
  }
}

/** Tries for the lock; each lasts for the connection's busy timeout. */
const BEGIN_TRIES = 3;

/**
 * Holds the write lock from its start, so that it can't fail for it half way. Waits for another process, three busy timeouts at most.
 * @throws the driver's SQLITE_BUSY when the lock was not to be had
 */
export async function beginImmediate(handle: SqliteHandle): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await execute(handle, 'BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (tried === BEGIN_TRIES || !isBusy(error)) throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'SQLITE_BUSY';
}

/** Runs statements that have no result and no parameters, after everything that was sent to `handle` before. */
export function execute(handle: SqliteHandle, sql: string): Promise<void> {
  return answerOf((done) => handle.exec(sql, done));
}

/** All rows that a statement answers with. */
export function allRows<R>(handle: SqliteHandle, sql: string, parameters: readonly unknown[] = []): Promise<R[]> {
  return answerOf<R[]>((done) => handle.all<R>(sql, parameters, done));
}

export function closeHandle(handle: SqliteHandle): Promise<void> {
  return answerOf((done) => handle.close(done));
}

/** What a call of the sqlite3 package comes to. */
export function answerOf<T = void>(call: (done: (fault?: Error | null, answer?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => call((fault, answer) => (fault ? reject(fault) : resolve(answer as T))));
}

import type { SqliteHandle } from './sqlite-handle.js';

/** Told the fault, or nothing. */
type Done = (fault?: Error | null) => void;

/** SQLite's online backup, as the sqlite3 package gives it; its type declarations leave it out. */
interface OnlineBackup {
  readonly completed: boolean;
  /** Codes after which a step may be tried again instead of failing. */
  retryErrors: readonly number[];
  step(pages: number, done: Done): void;
  finish(done: Done): void;
}

/** How to copy. */
interface PageCopyOptions {
  /** How many pages are copied before the signal is looked at again. */
  readonly pagesAtOnce: number;
  readonly signal?: AbortSignal;
}

/**
 * Copies all pages of a connection's snapshot over another file, which is locked meanwhile.
 * @throws the driver's error; the signal's reason when it is aborted
 */
export async function copyPages(
  source: SqliteHandle,
  file: string,
  { pagesAtOnce, signal }: PageCopyOptions,
): Promise<void> {
  const backup = await begin(source, file);
  // Nobody else knows the new file: that it is locked would be a fault, and to try again would never end.
  backup.retryErrors = [];
  try {
    while (!backup.completed) {
      signal?.throwIfAborted();
      await callBack((done) => backup.step(pagesAtOnce, done));
    }
  } finally {
    await callBack((done) => backup.finish(done));
  }
}

function begin(source: SqliteHandle, file: string): Promise<OnlineBackup> {
  const origin = source as SqliteHandle & {
    backup(file: string, done: Done): OnlineBackup;
  };
  return new Promise((resolve, reject) => {
    const backup = origin.backup(file, (fault) => (fault ? reject(fault) : resolve(backup)));
  });
}

function callBack(call: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => call((fault) => (fault ? reject(fault) : resolve())));
}

import { QueryFailedError, TypeORMError } from 'typeorm';
import { AppError, OUT_OF_ORDER } from '../errors/app-error.js';

/**
 * Why the storage could not serve a call.
 *
 * | kind | meaning |
 * |---|---|
 * | busy | another process held the lock for longer than we wait, or was in the way each time we tried |
 * | closed | the storage was closed before the call |
 * | corrupt | the file is damaged, or is no database |
 * | full | no room on the disk |
 * | unreachable | the database's server does not answer, or lets nobody in |
 * | unknown | the connection was lost during the commit: whether it was kept, nobody can say |
 * | failed | everything else |
 */
export type StorageFault = 'busy' | 'closed' | 'corrupt' | 'full' | 'unreachable' | 'unknown' | 'failed';

/**
 * Nothing of the call was kept, except perhaps where the kind is `unknown`. 503, so that nobody takes it for a judgement. The driver's
 * error is the `cause`, for the log alone.
 */
export class StorageError extends AppError {
  constructor(
    readonly kind: StorageFault,
    cause?: unknown,
  ) {
    super(`storage_${kind}`, 503, 'temporarily unavailable, retry shortly', {
      body: OUT_OF_ORDER,
      cause,
    });
  }
}

/** A row like this one exists already. Catch it around `Database.write` to give it the words of the case; uncaught, it is a 409. */
export class UniqueViolation extends AppError {
  constructor(cause?: unknown) {
    super('already_exists', 409, 'already exists', { cause });
  }
}

/** Errors of the driver and of TypeORM become {@link StorageError} or {@link UniqueViolation}; any other error stays as it is. */
export function toStorageError(error: unknown): unknown {
  // The driver's own error is kept rather than TypeORM's, which carries the statement's parameters.
  const fault: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const code = sqliteCode(fault);
  if (code === undefined) {
    return error instanceof TypeORMError ? new StorageError('failed', error) : error;
  }
  const message = String((fault as { readonly message?: unknown }).message);
  if (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed')) {
    return new UniqueViolation(fault);
  }
  if (code === 'SQLITE_MISUSE' && message.includes('Database is closed')) return new StorageError('closed', fault);
  return new StorageError(KINDS[code] ?? 'failed', fault);
}

const KINDS: Readonly<Record<string, StorageFault>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_CORRUPT: 'corrupt',
  SQLITE_NOTADB: 'corrupt',
  SQLITE_FULL: 'full',
};

function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined;
}

/** Counts the faults of the storage that calls have met, so that somebody who watches over it need not meet them first. */
export class StorageFaults {
  private readonly counts = new Map<StorageFault, number>();

  /** How many there were up to now, of one kind or of all. */
  count(kind?: StorageFault): number {
    if (kind !== undefined) return this.counts.get(kind) ?? 0;
    return [...this.counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Passes on what a call answers or throws, and remembers a {@link StorageError}. */
  async watch<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof StorageError) this.counts.set(error.kind, this.count(error.kind) + 1);
      throw error;
    }
  }
}

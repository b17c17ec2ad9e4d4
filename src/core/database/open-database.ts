import type { Secret } from '../secrets/secret.js';
import type { Database } from './database.js';
import { refuseMoved } from './move/moved-mark.js';
import { openSqliteDatabase, type SqliteDatabaseOptions } from './sqlite-database.js';

/** What {@link openDatabase} needs to know. */
export interface DatabaseOptions extends Omit<SqliteDatabaseOptions, 'readers' | 'busyTimeoutMs'> {
  /** The address of a PostgreSQL database; without one, everything is kept in `file`. */
  readonly url?: Secret;
}

/**
 * Opens the database that the settings name, its schema brought to the present. PostgreSQL's driver is loaded only where it is used.
 * @throws StorageError, nothing of failed migrations is kept; an Error with what to do for a file whose household was moved to PostgreSQL
 */
export async function openDatabase({ url, file, ...common }: DatabaseOptions): Promise<Database> {
  if (url === undefined) {
    refuseMoved(file);
    return openSqliteDatabase({ file, ...common });
  }
  const { openPostgresDatabase } = await import('./postgres-database.js');
  return openPostgresDatabase({ url, ...common });
}

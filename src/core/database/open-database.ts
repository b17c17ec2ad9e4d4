import type { MigrationInterface } from 'typeorm';
import type { Log } from '../logging/log.js';
import type { Meter } from '../metrics/meter.js';
import type { Secret } from '../secrets/secret.js';
import type { Clock } from '../time/clock.js';
import type { Database } from './database.js';
import { refuseMoved } from './move/moved-mark.js';
import type { PendingMigrations } from './pending-migrations.js';
import { openSqliteDatabase } from './sqlite-database.js';

/** What {@link openDatabase} needs to know. */
export interface DatabaseOptions {
  /** The address of a PostgreSQL database; without one, everything is kept in `file`. */
  readonly url?: Secret;
  /** Path of the SQLite file; its folder exists. The file is made when it is missing. */
  readonly file: string;
  readonly entities: readonly (new () => object)[];
  /** They run in the order of the time at the end of their names. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** `refuse` for a program that may run beside servers: only they bring the schema to the present. Default `execute`. */
  readonly pending?: PendingMigrations;
  readonly log: Log;
  readonly clock?: Clock;
  readonly meter?: Meter;
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

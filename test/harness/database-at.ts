import { describe } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import type { DatabaseOptions } from '../../src/core/database/open-database.js';
import { openSqliteDatabase } from '../../src/core/database/sqlite-database.js';
import { layMigratedFile } from './migrated-file.js';
import { onPostgres, postgresAt } from './test-postgres.js';

/** How a test opens a database on the engine that the tests run on. */
export interface TestDatabaseOptions extends Omit<DatabaseOptions, 'url'> {
  /** The number of reads at one time. */
  readonly readers?: number;
  /** How long one try for a lock lasts while somebody else holds it, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Starts from a database without any table, instead of one that has been migrated already. */
  readonly fromNothing?: boolean;
}

/**
 * Opens the database at `file`. On PostgreSQL the path is the name of a database, and nothing lies at it; closed and
 * opened again, it is the same.
 */
export async function databaseAt(options: TestDatabaseOptions): Promise<Database> {
  const { fromNothing = false, busyTimeoutMs, ...common } = options;
  if (!onPostgres) {
    if (!fromNothing) await layMigratedFile(common.file, common.migrations);
    return openSqliteDatabase({ ...common, busyTimeoutMs });
  }
  const { openPostgresDatabase } = await import('../../src/core/database/postgres-database.js');
  const url = await postgresAt(common.file, fromNothing ? undefined : common.migrations);
  return openPostgresDatabase({
    ...common,
    url,
    patience: busyTimeoutMs === undefined ? {} : { lockMs: busyTimeoutMs },
  });
}

/** Facts about SQLite's files alone. On PostgreSQL they are left out, and shown as left out. */
// oxlint-disable-next-line usher/no-restricted-syntax -- the other engine has no such files
export const describeOnSqlite: (title: string, facts: () => void) => void = onPostgres ? describe.skip : describe;

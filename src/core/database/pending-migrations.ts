import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';

/** What is done about migrations that are missing: executed, or the database refused as it is. */
export type PendingMigrations = 'execute' | 'refuse';

/**
 * Executes all missing migrations within `transaction`, and returns their names.
 * @throws StorageError; an Error when the database knows migrations that this version doesn't, or lacks some that are not to be executed
 */
export async function executePending(
  dataSource: DataSource,
  transaction: QueryRunner,
  pending: PendingMigrations = 'execute',
): Promise<string[]> {
  const executor = new MigrationExecutor(dataSource, transaction);
  executor.transaction = 'all';
  refuseNewerSchema(dataSource, await executor.getExecutedMigrations());
  if (pending === 'refuse' && (await executor.getPendingMigrations()).length > 0) throw new Error(EARLIER_VERSION);
  const migrations = await executor.executePendingMigrations();
  return migrations.map((migration) => migration.name);
}

const EARLIER_VERSION =
  'the database is of an earlier version: start the server once, which brings it to this one, and run this again';

/** An older version would write rows that the newer schema doesn't expect. */
function refuseNewerSchema(dataSource: DataSource, executed: readonly Migration[]): void {
  const known = new Set(dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name));
  if (executed.every((migration) => known.has(migration.name))) return;
  throw new Error('the database was last used by a newer version: start that one, or restore an older backup');
}

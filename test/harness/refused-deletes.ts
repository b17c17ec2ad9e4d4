import { onPostgres } from './test-postgres.js';

/** Makes the database refuse to delete any row of a table, until the function that is answered is called. */
export async function refuseDeletes(
  statement: (sql: string) => Promise<unknown>,
  table: string,
): Promise<() => Promise<unknown>> {
  if (!onPostgres) {
    await statement(`CREATE TRIGGER no_end BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`);
    return () => statement('DROP TRIGGER no_end');
  }
  await statement("CREATE FUNCTION no_end() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''full''; END'");
  await statement(`CREATE TRIGGER no_end BEFORE DELETE ON ${table} EXECUTE FUNCTION no_end()`);
  return () => statement('DROP FUNCTION no_end CASCADE');
}

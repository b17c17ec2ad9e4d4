import { onPostgres } from './test-postgres.js';

/** Makes the database refuse every change of a column, until the function that is answered is called. */
export async function refuseUpdates(
  statement: (sql: string) => Promise<unknown>,
  table: string,
  column: string,
): Promise<() => Promise<unknown>> {
  const event = `BEFORE UPDATE OF ${column} ON ${table}`;
  if (!onPostgres) {
    await statement(`CREATE TRIGGER no_change ${event} BEGIN SELECT RAISE(ABORT, 'full'); END`);
    return () => statement('DROP TRIGGER no_change');
  }
  await statement("CREATE FUNCTION no_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''full''; END'");
  await statement(`CREATE TRIGGER no_change ${event} EXECUTE FUNCTION no_change()`);
  return () => statement('DROP FUNCTION no_change CASCADE');
}

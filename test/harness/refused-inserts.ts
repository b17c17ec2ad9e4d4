import { onPostgres } from './test-postgres.js';

/** Makes the database refuse every new row of a table, until the function that is answered is called. */
export async function refuseInserts(
  statement: (sql: string) => Promise<unknown>,
  table: string,
): Promise<() => Promise<unknown>> {
  if (!onPostgres) {
    await statement(`CREATE TRIGGER no_room BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`);
    return () => statement('DROP TRIGGER no_room');
  }
  await statement("CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''full''; END'");
  await statement(`CREATE TRIGGER no_room BEFORE INSERT ON ${table} EXECUTE FUNCTION no_room()`);
  return () => statement('DROP FUNCTION no_room CASCADE');
}

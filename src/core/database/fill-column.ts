import type { QueryRunner } from 'typeorm';

/**
 * Sets a column of every row. For migrations: a query builder would need today's entity, and a migration must not depend on it.
 * @param expression SQL over the row's other columns that every engine understands
 */
export async function fillColumn(
  runner: QueryRunner,
  { table, column }: { readonly table: string; readonly column: string },
  expression: string,
): Promise<void> {
  await runner.query(`UPDATE "${table}" SET "${column}" = ${expression}`);
}

/** Sets columns of the one row of this id. For migrations, as {@link fillColumn}. */
export async function fillRow(
  runner: QueryRunner,
  { table, id }: { readonly table: string; readonly id: number },
  values: Readonly<Record<string, string | number>>,
): Promise<void> {
  const sets = Object.keys(values).map((column, place) => `"${column}" = $${place + 1}`);
  const statement = `UPDATE "${table}" SET ${sets.join(', ')} WHERE "id" = $${sets.length + 1}`;
  await runner.query(statement, [...Object.values(values), id]);
}

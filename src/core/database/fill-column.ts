import type { QueryRunner } from 'typeorm';

/**
 * Sets a column of every row to what an expression over the row's other columns gives. For migrations: a query builder
 * would need today's entity, and a migration must not depend on it.
 *
 * @param expression SQL that every engine understands
 */
export async function fillColumn(
  runner: QueryRunner,
  { table, column }: { readonly table: string; readonly column: string },
  expression: string,
): Promise<void> {
  await runner.query(`UPDATE "${table}" SET "${column}" = ${expression}`);
}

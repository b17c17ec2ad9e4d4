import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { WriteTx } from '../../src/core/database/database.js';

/** Adds rows as they are, ids too: on PostgreSQL TypeORM by itself leaves out an id that the database could choose. */
export async function addRows<Row extends ObjectLiteral>(
  tx: WriteTx,
  table: EntityTarget<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = tx.connection.getMetadata(table).columns.map(({ propertyName }) => propertyName);
  await tx
    .createQueryBuilder()
    .insert()
    .into(table, columns)
    .values(rows.map((row) => ({ ...row })))
    .execute();
}

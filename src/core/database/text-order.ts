import type { ReadTx } from './database.js';

/**
 * What to order by, so that texts come in the order of their code points on every engine; left to itself PostgreSQL orders
 * them as the database's language does.
 *
 * @param column a column of the statement, as the query builder knows it
 */
export function textOrder(tx: ReadTx, column: string): string {
  return tx.connection.options.type === 'postgres' ? `${column} COLLATE "C"` : column;
}

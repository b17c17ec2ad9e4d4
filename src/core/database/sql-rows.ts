import type { ObjectLiteral } from 'typeorm';
import type { ReadTx } from './database.js';

/**
 * The rows that a statement in SQL answers, by the aliases of its columns. For statements that TypeORM's builders can't
 * say, and for those that every request runs.
 *
 * @param sql with its parameters as `:name`, lists as `:...name`
 */
export async function sqlRows<R>(tx: ReadTx, sql: string, parameters: ObjectLiteral): Promise<readonly R[]> {
  const [text, values] = tx.connection.driver.escapeQueryWithParameters(sql, parameters, {});
  return tx.query<R[]>(text, values);
}

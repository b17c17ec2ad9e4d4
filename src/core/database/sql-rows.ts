import type { ObjectLiteral } from 'typeorm';
import type { ReadTx, WriteTx } from './database.js';

/**
 * The rows of a statement, by the aliases of its columns. For what TypeORM's builders can't say, and for what every request runs: to put
 * one together takes TypeORM several times what the database takes.
 * @param sql with its parameters as `:name`, lists as `:...name`; a colon before a letter is nothing else in it
 * @throws Error for a parameter that isn't given
 */
export async function sqlRows<R>(tx: ReadTx, sql: string, parameters: ObjectLiteral): Promise<readonly R[]> {
  const { driver } = tx.connection;
  const values: unknown[] = [];
  // Numbers are sent as parameters, too, where TypeORM writes them into the text: so the text stays one, and is compiled once.
  const text = sql.replace(PARAMETER, (_, list: string | undefined, name: string) => {
    if (parameters[name] === undefined) throw new Error(`:${name} is not given`);
    const given = list ? (parameters[name] as readonly unknown[]) : [parameters[name]];
    return given.map((value) => driver.createParameter(name, values.push(value) - 1)).join(', ');
  });
  return tx.query<R[]>(text, values);
}

/** `:name` or `:...name`. */
const PARAMETER = /:(\.\.\.)?([A-Za-z]\w*)/g;

/**
 * Rows of one table, as TypeORM's `find` answers them. For what every request reads; the rest uses `find`.
 * @param rest conditions, order and limit, by the names of columns. Parameters as {@link sqlRows} has them
 */
export async function tableRows<E extends ObjectLiteral>(
  tx: ReadTx,
  table: new () => E,
  rest: string,
  parameters: ObjectLiteral = {},
): Promise<E[]> {
  const { driver } = tx.connection;
  const { tableName, columns } = tx.connection.getMetadata(table);
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  const sql = `SELECT ${names} FROM ${driver.escape(tableName)} ${rest}`;
  const rows = await sqlRows<ObjectLiteral>(tx, sql, parameters);
  return rows.map((row) => {
    const found = new table() as ObjectLiteral;
    for (const column of columns)
      found[column.propertyName] = driver.prepareHydratedValue(row[column.databaseName], column) as unknown;
    return found as E;
  });
}

/** The row in which these members have exactly these values, none of them null; as {@link tableRows}. */
export async function findRow<E extends ObjectLiteral>(
  tx: ReadTx,
  table: new () => E,
  where: Partial<NoInfer<E>>,
): Promise<E | null> {
  const conditions = columnsOfAll(tx, table, where).map(
    ({ propertyName, databaseName }) => `${tx.connection.driver.escape(databaseName)} = :${propertyName}`,
  );
  const [found = null] = await tableRows(tx, table, `WHERE ${conditions.join(' AND ')} LIMIT 1`, where);
  return found;
}

/**
 * Sets members of the rows in which others have exactly these values, none null. For what every request changes; the rest uses `update`.
 * @param change a member that is undefined stays as it is. Nothing happens where that leaves none
 */
export async function updateRows<E extends ObjectLiteral>(
  tx: WriteTx,
  table: new () => E,
  where: Partial<NoInfer<E>>,
  change: Partial<NoInfer<E>>,
): Promise<void> {
  const { driver } = tx.connection;
  const values: unknown[] = [];
  const assign = (from: Partial<E>, columns = columnsOf(tx, table, from)): readonly string[] =>
    columns.map((column) => {
      const place = values.push(driver.preparePersistentValue(from[column.propertyName], column)) - 1;
      return `${driver.escape(column.databaseName)} = ${driver.createParameter(column.propertyName, place)}`;
    });
  const set = assign(change);
  if (set.length === 0) return;
  const { tableName } = tx.connection.getMetadata(table);
  const sql = `UPDATE ${driver.escape(tableName)} SET ${set.join(', ')} WHERE ${assign(where, columnsOfAll(tx, table, where)).join(' AND ')}`;
  await tx.query(sql, values);
}

/**
 * Adds rows to one table, and reads nothing back. For what every request adds; the rest uses TypeORM's `insert`.
 * @param rows at least one, all with the same members
 * @returns the ids that the database chose, in the order of the rows; none where it chooses none
 */
export async function insertRows<E extends ObjectLiteral>(
  tx: WriteTx,
  table: new () => E,
  rows: readonly Partial<E>[],
): Promise<readonly number[]> {
  const { driver } = tx.connection;
  const entity = tx.connection.getMetadata(table);
  const columns = columnsOf(tx, table, rows[0] ?? {});
  if (rows.some((row) => columnsOf(tx, table, row).length !== columns.length))
    throw new Error('rows have other members');
  const generated = entity.generatedColumns.find((column) => !columns.includes(column));
  const values = rows.flatMap((row) =>
    columns.map((column) => driver.preparePersistentValue(row[column.propertyName], column) as unknown),
  );
  let place = 0;
  const tuple = (): string => `(${columns.map(() => driver.createParameter('', place++)).join(', ')})`;
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  const sql = `INSERT INTO ${driver.escape(entity.tableName)} (${names}) VALUES ${rows.map(tuple).join(', ')}`;
  const isAnswered = generated && driver.isReturningSqlSupported('insert');
  const returning = isAnswered ? ` RETURNING ${driver.escape(generated.databaseName)} AS id` : '';
  const answer = await tx.query<unknown>(`${sql}${returning}`, values);
  if (!generated) return [];
  if (isAnswered) return (answer as readonly { readonly id: number }[]).map(({ id }) => id);
  // SQLite answers the last id of a statement, whose ids follow each other.
  return rows.map((_, row) => (answer as number) - rows.length + 1 + row);
}

/** The columns of those members that are set. */
function columnsOf<E extends ObjectLiteral>(tx: ReadTx, table: new () => E, members: Partial<E>) {
  return tx.connection.getMetadata(table).columns.filter(({ propertyName }) => members[propertyName] !== undefined);
}

/** The columns of all members. @throws Error for a member that is null or undefined, which would mean other rows */
function columnsOfAll<E extends ObjectLiteral>(tx: ReadTx, table: new () => E, members: Partial<E>) {
  const absent = Object.keys(members).find((name) => members[name] === undefined || members[name] === null);
  if (absent !== undefined) throw new Error(`${absent} is not given`);
  return columnsOf(tx, table, members);
}

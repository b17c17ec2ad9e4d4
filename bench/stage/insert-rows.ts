import sqlite3 from 'sqlite3';

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, string | number | null>>;

/** SQLite takes no more than 32,766 values in a statement. */
const ROWS_AT_ONCE = 500;

/**
 * Puts rows into a table of a database that the server has brought up to date, in one transaction.
 *
 * @param rows all with the same columns
 */
export async function insertRows(file: string, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const database = await opened(file);
  const run = (sql: string, values: readonly unknown[] = []): Promise<void> =>
    new Promise((resolve, reject) => {
      database.run(sql, values, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  await run('PRAGMA busy_timeout = 5000');
  await run('BEGIN IMMEDIATE');
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const places = some.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
    await run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places}`,
      some.flatMap((row) => columns.map((column) => row[column])),
    );
  }
  await run('COMMIT');
  await new Promise((resolve) => database.close(resolve));
}

/** The first column of each row that a statement answers. */
export async function firstColumn(file: string, sql: string): Promise<readonly number[]> {
  const database = await opened(file);
  const rows = await new Promise<readonly Readonly<Record<string, number>>[]>((resolve, reject) => {
    database.all<Record<string, number>>(sql, (error, found) => {
      if (error) reject(error);
      else resolve(found);
    });
  });
  await new Promise((resolve) => database.close(resolve));
  return rows.map((row) => Object.values(row)[0] ?? NaN);
}

function opened(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => {
      if (error) reject(error);
      else resolve(database);
    });
  });
}

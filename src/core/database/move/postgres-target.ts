import type { PostgresTransaction } from '../postgres-transaction.js';
import { cellOf, TableContent, type Cell } from './table-content.js';

/** Rows that are read back at a time. */
const BATCH = 500;

/** The database that is moved to, inside the one transaction that does it all. */
export class PostgresTarget {
  constructor(private readonly transaction: PostgresTransaction) {}

  /** Is there nothing at all in it yet? */
  async isEmpty(): Promise<boolean> {
    const [answer] = await this.ask<{ things: number }>(
      'SELECT count(*) AS things FROM pg_class WHERE relnamespace = current_schema()::regnamespace',
    );
    return answer?.things === 0;
  }

  /** Every table of ours, each after those that it refers to. */
  async tables(): Promise<readonly string[]> {
    const tables = await this.ask<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = current_schema() AND tablename <> 'migrations' ORDER BY tablename COLLATE "C"`,
    );
    const references = await this.ask<{ from: string; to: string }>(
      `SELECT DISTINCT a.relname::text AS "from", b.relname::text AS "to" FROM pg_constraint
       JOIN pg_class a ON a.oid = conrelid JOIN pg_class b ON b.oid = confrelid WHERE contype = 'f' AND a.oid <> b.oid`,
    );
    return inOrder(
      tables.map(({ name }) => name),
      references,
    );
  }

  /** Does something to a table of which nothing else in the database hears: what was read of the others says it already. */
  async withoutTriggers(table: string, work: () => Promise<void>): Promise<void> {
    await this.transaction.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
    await work();
    await this.transaction.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  }

  /** Writes rows, which have a cell for each of the columns. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> {
    const booleans = await this.booleansOf(table);
    const values = rows.flatMap((row) =>
      row.map((cell, column) => (booleans.has(columns[column] ?? '') && cell !== null ? cell === 1 : cell)),
    );
    const places = rows.map(
      (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join()})`,
    );
    const list = columns.map((column) => `"${column}"`).join();
    await this.transaction.query(`INSERT INTO "${table}" (${list}) VALUES ${places.join()}`, values);
  }

  /** Reads a table back. */
  async contentOf(table: string, columns: readonly string[]): Promise<TableContent> {
    const content = new TableContent();
    const list = columns.map((column) => `"${column}"`).join();
    await this.transaction.query(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${list} FROM "${table}"`);
    for (;;) {
      const rows = await this.ask<Record<string, unknown>>(`FETCH ${BATCH} FROM moved`);
      if (rows.length === 0) break;
      for (const row of rows) content.add(columns.map((column) => cellOf(row[column])));
    }
    await this.transaction.query('CLOSE moved');
    return content;
  }

  /** Goes on giving out ids where the source would have; its last id is 0 where it has never given one out. */
  async continueIds(table: string, lastId: number): Promise<void> {
    if (lastId === 0) return;
    await this.transaction.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [`"${table}"`, lastId]);
  }

  private async booleansOf(table: string): Promise<ReadonlySet<string>> {
    const columns = await this.ask<{ name: string }>(
      `SELECT column_name::text AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND data_type = 'boolean'`,
      [table],
    );
    return new Set(columns.map(({ name }) => name));
  }

  private async ask<T>(sql: string, parameters?: unknown[]): Promise<readonly T[]> {
    return (await this.transaction.query(sql, parameters)) as T[];
  }
}

function inOrder(tables: readonly string[], references: readonly { from: string; to: string }[]): readonly string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter((table) => !references.some(({ from, to }) => from === table && left.includes(to)));
    if (free.length === 0) throw new Error(`these tables refer to each other in a circle: ${left.join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

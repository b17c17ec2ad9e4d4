import type { QueryRunner } from 'typeorm';

/** A column to add: where it has a default it is never null, and any other may be. */
interface PlainColumn {
  readonly name: string;
  readonly type: 'integer' | 'bigint' | 'varchar' | 'text' | 'boolean' | 'float';
  /** Of a varchar. */
  readonly length?: number;
  /** As SQL: a constant. */
  readonly default?: string;
}

/** For migrations: on SQLite TypeORM's own `addColumns` makes the table anew, which takes long, and forgets which ids it has given out. */
export async function addColumnsInPlace(
  runner: QueryRunner,
  table: string,
  columns: readonly PlainColumn[],
): Promise<void> {
  for (const { name, type, length, default: value } of columns) {
    const size = length === undefined ? '' : `(${length})`;
    const fallback = value === undefined ? '' : ` NOT NULL DEFAULT ${value}`;
    await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}${size}${fallback}`);
  }
  await readAnew(runner, table);
}

/** Takes columns from a table as it stands, once no index has them. For migrations, as {@link addColumnsInPlace}. */
export async function dropColumnsInPlace(runner: QueryRunner, table: string, names: readonly string[]): Promise<void> {
  for (const name of names) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${name}"`);
  await readAnew(runner, table);
}

/** TypeORM remembers the columns of tables that it has changed before, and would go on with those in a later migration. */
async function readAnew(runner: QueryRunner, table: string): Promise<void> {
  await runner.getTable(table);
}

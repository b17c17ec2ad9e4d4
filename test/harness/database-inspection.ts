import { DataSource, type EntityManager, getMetadataArgsStorage } from 'typeorm';
import { entities } from '../../src/app/entities.js';
import type { Database } from '../../src/core/database/database.js';
import { quietSqlite3 } from '../../src/core/database/sqlite-handle.js';
import { silentLog } from '../../src/core/logging/log.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { databaseAt } from './database-at.js';
import { onPostgres, postgresAt } from './test-postgres.js';

/** Opens a file as the server does: with the project's entities, its schema brought to the present. */
export function openAsServer(file: string): Promise<Database> {
  return databaseAt({ file, entities: [...entities], migrations: [...migrations], log: silentLog });
}

const SQLITE_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
const POSTGRES_TABLES = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename";

type Entities = readonly (new () => object)[];

/**
 * Gives `look` a connection past {@link Database}, for what only a test asks of a file: its schema, its pages. It knows no entities,
 * which costs a tenth.
 */
export function inspect<T>(file: string, look: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return lookInto(file, [], look);
}

/** As {@link inspect}, by the project's entities. */
export function inspectEntities<T>(file: string, look: (dataSource: DataSource) => Promise<T>): Promise<T> {
  return lookInto(file, entities, look);
}

async function lookInto<T>(file: string, of: Entities, look: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await sourceOf(file, of);
  await dataSource.initialize();
  try {
    return await look(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function sourceOf(file: string, of: Entities): Promise<DataSource> {
  if (!onPostgres) {
    return new DataSource({
      type: 'sqlite',
      driver: quietSqlite3,
      database: file,
      entities: [...of],
      logging: false,
    });
  }
  const { postgresSource } = await import('../../src/core/database/postgres-source.js');
  const patience = { statementMs: 0, lockMs: 0, answerMs: 0 };
  const url = await postgresAt(file, migrations);
  return postgresSource({ url, entities: of, migrations: [], connections: 1, patience, log: silentLog });
}

/** The statements that would make the file's schema what the entities say. None when the two agree. */
export function schemaDrift(file: string): Promise<string[]> {
  return inspectEntities(file, async (dataSource) => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  });
}

/** How many rows each table of the file has; the engine's own tables are left out. */
export async function rowCounts(file: string): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await tableRows(file)).map(([table, rows]) => [table, rows.length]));
}

/** Rows by the tables that hold them. */
type Tables = Record<string, readonly Readonly<Record<string, unknown>>[]>;

/** Every row of every table of the file as it is, by primary key; the engine's own tables are left out. */
export function tableRows(file: string): Promise<Tables> {
  return inspect(file, ({ manager }) => rowsOf(manager));
}

/** The same by a connection that is open already, which costs a tenth of opening one. */
export async function rowsOf(manager: EntityManager): Promise<Tables> {
  const tables: { name: string }[] = await manager.query(onPostgres ? POSTGRES_TABLES : SQLITE_TABLES);
  const names = tables.map(({ name }) => name);
  const rows: Tables = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of await filledAmong(manager, names))
    rows[name] = await manager.query(`SELECT * FROM "${name}" ${orderOf(name)}`);
  return rows;
}

/** Those of the tables that have rows, in their order. Most have none, and to ask that of all at once costs a third of reading each. */
export async function filledAmong(manager: EntityManager, tables: readonly string[]): Promise<readonly string[]> {
  if (tables.length === 0) return [];
  const filled: { name: string }[] = await manager.query(
    tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM "${name}")`).join(' UNION ALL '),
  );
  const names = new Set(filled.map(({ name }) => name));
  return tables.filter((name) => names.has(name));
}

/** The columns of each table's primary key. */
const KEYS: ReadonlyMap<string, readonly string[]> = keysOfTables();

/** Without an order PostgreSQL gives a row that was written to after the others. A table of no entity is TypeORM's own. */
function orderOf(table: string): string {
  const columns = KEYS.get(table) ?? [];
  return columns.length > 0 ? `ORDER BY ${columns.map((name) => `"${name}"`).join(', ')}` : '';
}

function keysOfTables(): ReadonlyMap<string, readonly string[]> {
  const { tables, columns } = getMetadataArgsStorage();
  return new Map(
    tables.map(({ target, name }) => {
      const keys = columns.filter((column) => column.target === target && column.options.primary);
      return [String(name), keys.map(({ propertyName, options }) => options.name ?? propertyName)];
    }),
  );
}

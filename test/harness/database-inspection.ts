import { DataSource } from 'typeorm';
import { entities } from '../../src/app/entities.js';
import type { Database } from '../../src/core/database/database.js';
import { openSqliteDatabase } from '../../src/core/database/sqlite-database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { migrations } from '../../src/migrations/all-migrations.js';

/** Opens a file as the server does: with the project's entities, its schema brought to the present. */
export function openAsServer(file: string): Promise<Database> {
  return openSqliteDatabase({ file, entities: [...entities], migrations: [...migrations], log: silentLog });
}

/** Gives `look` a connection past {@link Database}, for what only a test asks of a file: its schema, its pages. */
export async function inspect<T>(file: string, look: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = new DataSource({ type: 'sqlite', database: file, entities: [...entities], logging: false });
  await dataSource.initialize();
  try {
    return await look(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The statements that would make the file's schema what the entities say. None when the two agree. */
export function schemaDrift(file: string): Promise<string[]> {
  return inspect(file, async (dataSource) => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  });
}

/** How many rows each table of the file has; SQLite's own tables are left out. */
export async function rowCounts(file: string): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await tableRows(file)).map(([table, rows]) => [table, rows.length]));
}

/** Every row of every table of the file as it stands; SQLite's own tables are left out. */
export function tableRows(file: string): Promise<Record<string, readonly Readonly<Record<string, unknown>>[]>> {
  return inspect(file, async (dataSource) => {
    const tables: { name: string }[] = await dataSource.query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    const rows: Record<string, readonly Readonly<Record<string, unknown>>[]> = {};
    for (const { name } of tables) rows[name] = await dataSource.query(`SELECT * FROM "${name}"`);
    return rows;
  });
}

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '../../src/core/database/open-database.js';
import { openSqliteDatabase } from '../../src/core/database/sqlite-database.js';
import { silentLog } from '../../src/core/logging/log.js';
import { onPostgres } from './test-postgres.js';

type Migrations = DatabaseOptions['migrations'];

/** By the names of the migrations, the bytes of an SQLite file that they have brought to the present. */
const migrated = new Map<string, Promise<Buffer>>();

/** Lays a file there that has been migrated once for all tests of this process, unless a file is there, or tests run on PostgreSQL. */
export async function layMigratedFile(file: string, migrations: Migrations): Promise<void> {
  if (onPostgres || existsSync(file)) return;
  const names = migrations.map(({ name }) => name).join();
  const bytes = migrated.get(names) ?? migrateOnce(migrations);
  migrated.set(names, bytes);
  await writeFile(file, await bytes);
}

async function migrateOnce(migrations: Migrations): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-migrated-'));
  try {
    const file = join(folder, 'migrated.sqlite');
    await (await openSqliteDatabase({ file, entities: [], migrations, log: silentLog, readers: 0 })).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

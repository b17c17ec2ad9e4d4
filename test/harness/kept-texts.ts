import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../src/app/create-app.js';
import { tableRows } from './database-inspection.js';
import { onPostgres } from './test-postgres.js';

/** All that a server keeps: the files of its data folder, and on PostgreSQL the rows of the database. */
export async function keptTexts(dataDir: string): Promise<readonly string[]> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  return onPostgres ? [...files, JSON.stringify(await tableRows(join(dataDir, DATABASE_FILE)))] : files;
}

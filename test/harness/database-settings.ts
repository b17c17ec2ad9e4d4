import { join } from 'node:path';
import { DATABASE_FILE } from '../../src/app/create-app.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { onPostgres, postgresAt } from './test-postgres.js';

/** The settings by which a server of its own process keeps its database on the engine that the tests run on. */
export async function databaseSettings(dataDir: string): Promise<Readonly<Record<string, string>>> {
  if (!onPostgres) return {};
  return { DATABASE_URL: (await postgresAt(join(dataDir, DATABASE_FILE), migrations)).reveal() };
}

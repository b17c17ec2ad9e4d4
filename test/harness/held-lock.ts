import type { QueryRunner } from 'typeorm';
import { inspect } from './database-inspection.js';
import { onPostgres } from './test-postgres.js';

/** Keeps others from writing to a database, as another process would, while `meanwhile` runs; they may read. */
export async function whileLocked<T>(file: string, meanwhile: () => Promise<T>): Promise<T> {
  return inspect(file, async (other) => {
    const holder = other.createQueryRunner();
    await (onPostgres ? lockTables(holder) : holder.query('BEGIN IMMEDIATE'));
    try {
      return await meanwhile();
    } finally {
      await holder.query('ROLLBACK');
      await holder.release();
    }
  });
}

/** PostgreSQL has no lock of the whole database, but one of each table. */
async function lockTables(holder: QueryRunner): Promise<void> {
  const tables = (await holder.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) as {
    tablename: string;
  }[];
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${tables.map(({ tablename }) => `"${tablename}"`).join()} IN EXCLUSIVE MODE`);
}

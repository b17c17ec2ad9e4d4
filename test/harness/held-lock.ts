import { DataSource } from 'typeorm';

/** Holds the write lock of a database file, as another process would, while `meanwhile` runs. */
export async function whileLocked<T>(file: string, meanwhile: () => Promise<T>): Promise<T> {
  const other = new DataSource({ type: 'sqlite', database: file, logging: false });
  await other.initialize();
  try {
    await other.query('BEGIN IMMEDIATE');
    return await meanwhile();
  } finally {
    await other.query('ROLLBACK');
    await other.destroy();
  }
}

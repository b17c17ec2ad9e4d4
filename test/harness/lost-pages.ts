import { open } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { quietSqlite3 } from '../../src/core/database/sqlite-handle.js';

/**
 * Damages a database file that nobody has open: the root pages of these tables and of their indexes are lost, as on a
 * failing disk. The header, the schema and all other tables stay whole.
 */
export async function losePagesOf(file: string, tables: readonly string[]): Promise<void> {
  const { pageSize, pages } = await rootPages(file, tables);
  const handle = await open(file, 'r+');
  try {
    for (const page of pages) await handle.write(Buffer.alloc(pageSize, 0x5a), 0, pageSize, (page - 1) * pageSize);
  } finally {
    await handle.close();
  }
}

async function rootPages(file: string, tables: readonly string[]): Promise<{ pageSize: number; pages: number[] }> {
  const dataSource = new DataSource({ type: 'sqlite', driver: quietSqlite3, database: file, logging: false });
  await dataSource.initialize();
  try {
    const [size]: { page_size: number }[] = await dataSource.query('PRAGMA page_size');
    const objects: { tbl_name: string; rootpage: number }[] = await dataSource.query(
      'SELECT tbl_name, rootpage FROM sqlite_master WHERE rootpage > 1',
    );
    const pages = objects.filter(({ tbl_name }) => tables.includes(tbl_name)).map(({ rootpage }) => rootpage);
    if (!size || pages.length === 0) throw new Error('no such pages');
    return { pageSize: size.page_size, pages };
  } finally {
    await dataSource.destroy();
  }
}

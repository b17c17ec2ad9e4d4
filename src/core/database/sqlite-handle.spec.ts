import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import sqlite3 from 'sqlite3';
import { MoreThan } from 'typeorm';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Purse } from '../../../test/harness/ledger-database.js';
import { allRows, beginImmediate, closeHandle, execute, prepareWriter, type SqliteHandle } from './sqlite-handle.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

describe('the connections', () => {
  it('of the writer survive a power cut and hold references: WAL, synchronous FULL, foreign keys, 5 s patience', async () => {
    const database = await databases.open();
    const pragma = (name: string): Promise<unknown> => database.write((tx) => tx.query(`PRAGMA ${name}`));
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(await pragma('busy_timeout')).toEqual([{ timeout: 5_000 }]);
  });

  it('security 26: of the writer leave nothing in the file of what was replaced or deleted', async () => {
    const file = await databases.newFile();
    const database = await databases.open({ file });
    const purses = Array.from({ length: 200 }, (_, index) => ({
      id: index + 1,
      name: `planted-${index}-`.repeat(9),
      coins: 1,
    }));
    for (const purse of purses) await database.write((tx) => tx.insert(Purse, purse));
    await database.write((tx) => tx.delete(Purse, { id: MoreThan(100) }));
    for (const { id } of purses.slice(0, 100))
      await database.write((tx) => tx.update(Purse, { id }, { name: `another-${id}` }));
    await database.close();
    expect((await readFile(file)).includes('another')).toBe(true);
    expect((await readFile(file)).includes('planted')).toBe(false);
  });

  it('of the readers only query', async () => {
    const database = await databases.open();
    expect(await database.read((tx) => tx.query('PRAGMA query_only'))).toEqual([{ query_only: 1 }]);
    expect(await database.read((tx) => tx.query('PRAGMA busy_timeout'))).toEqual([{ timeout: 5_000 }]);
  });

  it('keep the sqlite3 package from recording a stack trace per statement', async () => {
    const database = await databases.open();
    const error = (await errorOf(database.write((tx) => tx.query('SELECT nonsense')))) as Error;
    expect((error.cause as Error).stack).not.toContain('--> in Database');
  });
});

describe('the lock of a write', () => {
  const opened: SqliteHandle[] = [];
  afterEach(() => Promise.all(opened.splice(0).map(closeHandle)));

  /** A connection whose every try for the lock is over at once, with how often it has tried. */
  async function impatient(file: string, beforeTry: (tried: number) => Promise<void>): Promise<SqliteHandle> {
    const handle = await new Promise<SqliteHandle>((resolve) => {
      const opening = new sqlite3.Database(file, () => resolve(opening));
    });
    opened.push(handle);
    await execute(handle, 'PRAGMA busy_timeout = 0');
    const exec = handle.exec.bind(handle);
    let tried = 0;
    handle.exec = (sql, done) => {
      tried += 1;
      void beforeTry(tried).then(() => exec(sql, done));
      return handle;
    };
    return handle;
  }

  it('is had by a later try when another holds it for longer than one', async () => {
    const file = await databases.newFile();
    const other = await impatient(file, () => Promise.resolve());
    await beginImmediate(other);
    const tries: number[] = [];
    const handle = await impatient(file, async (tried) => {
      tries.push(tried);
      if (tried === 3) await execute(other, 'ROLLBACK');
    });
    await beginImmediate(handle);
    expect(tries).toEqual([1, 2, 3]);
    await execute(handle, 'ROLLBACK');
  });

  it('is waited for by a writer that makes a new file keep a write-ahead log', async () => {
    const file = await databases.newFile();
    const other = await impatient(file, () => Promise.resolve());
    await beginImmediate(other);
    const handle = await impatient(file, async (tried) => {
      // The settings, the log that is refused, and the first try for the lock.
      if (tried === 4) await execute(other, 'ROLLBACK');
    });
    await prepareWriter(handle, 0);
    expect(await allRows(handle, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });
});

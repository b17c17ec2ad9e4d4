import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, open, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

/** Everything of an error that could reach a caller: its texts, and its fields as JSON. */
const textOf = (error: unknown): string => `${String(error)} ${JSON.stringify(error)}`;

function expectStorageError(error: unknown, kind: StorageError['kind']): void {
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ kind, status: 503, safeText: 'temporarily unavailable, retry shortly' });
  expect(textOf(error)).not.toMatch(/SQLITE|sqlite|select|insert|malformed|purses/i);
}

/** Lets another process take the write lock; resolves once it holds it, with what makes it let go. */
async function holdLock(file: string): Promise<() => Promise<unknown>> {
  const script = fileURLToPath(new URL('../../../test/harness/lock-holder.mjs', import.meta.url));
  const holder = spawn(process.execPath, [script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(holder, 'exit');
  const [line] = (await once(createInterface(holder.stdout), 'line')) as [string];
  expect(line).toBe('held');
  return () => {
    holder.stdin.end();
    return ended;
  };
}

const insertPurse = (database: Database, id: number): Promise<unknown> =>
  database.write((tx) => tx.insert(Purse, { id, name: `purse ${id}`, coins: id }));

describe('another process that holds the lock', () => {
  it('for less than one try delays a write and does not fail it; reads go on meanwhile', async () => {
    const file = await databases.newFile();
    const database = await databases.open({ file, busyTimeoutMs: 30_000 });
    const letGo = await holdLock(file);
    const writing = insertPurse(database, 1);
    expect(await database.read((tx) => tx.count(Purse))).toBe(0);
    await letGo();
    await writing;
    expect(await database.read((tx) => tx.find(Purse, { order: { id: 'ASC' } }))).toMatchObject([
      { id: 1 },
      { id: 900 },
    ]);
  });

  it('for longer than all tries fails the write as busy, and only that write', async () => {
    const file = await databases.newFile();
    const database = await databases.open({ file, busyTimeoutMs: 30 });
    const letGo = await holdLock(file);
    expectStorageError(await errorOf(insertPurse(database, 1)), 'busy');
    await letGo();
    await insertPurse(database, 2);
    expect(await database.read((tx) => tx.find(Purse, { order: { id: 'ASC' } }))).toMatchObject([
      { id: 2 },
      { id: 900 },
    ]);
  });
});

describe('a closed database', () => {
  it('has folded its log into the file', async () => {
    const file = await databases.newFile();
    const database = await databases.open({ file, readers: 1 });
    const accepted = [
      ...[1, 2, 3].map((id) => insertPurse(database, id)),
      ...[1, 2, 3].map(() => database.read((tx) => tx.count(Purse))),
    ];
    await database.close();
    await Promise.all(accepted);
    await expect(stat(`${file}-wal`)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await (await databases.open({ file })).read((tx) => tx.count(Purse))).toBe(3);
  });
});

describe('a damaged file', () => {
  it('that is no database can not be opened: corrupt', async () => {
    const file = await databases.newFile();
    await writeFile(
      file,
      'not a database at all, but long enough to have a header of its own, and then some more'.repeat(20),
    );
    expectStorageError(await errorOf(databases.open({ file })), 'corrupt');
  });

  it('fails the reads and writes that meet the damage as corrupt, without a word of the driver', async () => {
    const source = await databases.newFile();
    const healthy = await databases.open({ file: source });
    await healthy.write(async (tx) => {
      for (let id = 1; id <= 400; id += 1) {
        await tx.insert(Purse, { id, name: `purse ${id} ${'of many coins '.repeat(6)}`.slice(0, 100), coins: id });
      }
    });
    await healthy.close();
    const file = await databases.newFile();
    await copyFile(source, file);
    const { size } = await stat(file);
    const handle = await open(file, 'r+');
    // The first page keeps the header and the schema; every page from the sixth on is lost.
    const lost = Buffer.alloc(size - 5 * 4096, 0x5a);
    await handle.write(lost, 0, lost.length, 5 * 4096);
    await handle.close();

    const damaged = await databases.open({ file });
    expectStorageError(await errorOf(damaged.read((tx) => tx.find(Purse))), 'corrupt');
    expectStorageError(
      await errorOf(damaged.write((tx) => tx.createQueryBuilder().update(Purse).set({ coins: 0 }).execute())),
      'corrupt',
    );
  });

  it('that is a folder can not be opened: failed', async () => {
    const file = await databases.newFile();
    await mkdir(file);
    expectStorageError(await errorOf(databases.open({ file })), 'failed');
  });
});

describe('a statement that fails', () => {
  it('for lack of disk space is full, and nothing of the write is kept, although SQLite has undone it by itself', async () => {
    const database = await databases.open();
    await insertPurse(database, 1);
    await database.write((tx) => tx.query('PRAGMA max_page_count = 12'));
    const error = await errorOf(
      database.write(async (tx) => {
        await tx.insert(Purse, { id: 2, name: 'undone', coins: 2 });
        for (let id = 10; id < 500; id += 1) {
          await errorOf(tx.insert(Purse, { id, name: `${id}`.padEnd(100, '.'), coins: id }));
        }
      }),
    );
    expectStorageError(error, 'full');
    expect(await database.read((tx) => tx.count(Purse))).toBe(1);
    await database.write((tx) => tx.update(Purse, { id: 1 }, { coins: 7 }));
    expect((await database.read((tx) => tx.findOneByOrFail(Purse, { id: 1 }))).coins).toBe(7);
  });

  it('at the commit undoes the write', async () => {
    const database = await databases.open();
    const error = await errorOf(
      database.write(async (tx) => {
        await tx.query('PRAGMA defer_foreign_keys = ON');
        await tx.insert(Movement, { id: 'm', purseId: 404 });
      }),
    );
    expectStorageError(error, 'failed');
    expect(await database.read((tx) => tx.count(Movement))).toBe(0);
    await insertPurse(database, 1);
  });
});

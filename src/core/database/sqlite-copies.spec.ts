import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import { losePagesOf } from '../../../test/harness/lost-pages.js';
import type { Database } from './database.js';
import { SqliteCopies } from './sqlite-copies.js';

const databases = new LedgerDatabases();
let folder: string;
let copy: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-copies-'));
  copy = join(folder, 'copy.sqlite');
});

afterEach(async () => {
  await databases.remove();
  await rm(folder, { recursive: true, force: true });
});

const MANY_PAGES = 40;

/** A database of some size whose purse counts its movements, so that half a write would show. */
async function countingDatabase(): Promise<{ file: string; database: Database }> {
  const file = await databases.newFile();
  const database = await databases.open({ file });
  await database.write(async (tx) => {
    await tx.insert(Purse, { id: 1, name: 'counts', coins: 0 });
    for (let page = 0; page < MANY_PAGES; page += 1) {
      await tx.insert(Purse, { id: 100 + page, name: `${page} ${'x'.repeat(3_500)}`, coins: 0 });
    }
  });
  return { file, database };
}

/** One more movement, and the purse counts it. */
const move = (database: Database, number: number): Promise<void> =>
  database.write(async (tx) => {
    await tx.insert(Movement, { id: `${number} ${'y'.repeat(90)}`, purseId: 1 });
    await tx.update(Purse, { id: 1 }, { coins: number });
  });

const coinsIn = (copies: SqliteCopies): Promise<string | null> =>
  copies.inspect(copy, (open) =>
    open.text({ table: 'purses', column: 'coins', where: { column: 'name', equals: 'counts' } }),
  );

describe('a copy of a database', () => {
  it('is one snapshot, whatever is written while it is made, and holds up no writer', async () => {
    const { file, database } = await countingDatabase();
    const copies = new SqliteCopies(file, 1);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 12 }), async (before, during) => {
        for (let count = 0; count < before; count += 1) await move(database, (number += 1));
        const known = number;
        const copying = copies.copyTo(copy);
        for (let count = 0; count < during; count += 1) await move(database, (number += 1));
        const contents = await copying;
        const counted = contents.rows.movements ?? -1;
        expect(counted).toBeGreaterThanOrEqual(known);
        expect(counted).toBeLessThanOrEqual(number);
        expect(Number(await coinsIn(copies))).toBe(counted);
        expect(await copies.inspect(copy, (open) => open.contents())).toEqual(contents);
        expect(await copies.inspect(copy, (open) => open.faults())).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('reports the migrations and the rows of every table of its moment', async () => {
    const { file } = await countingDatabase();
    expect(await new SqliteCopies(file).copyTo(copy)).toEqual({
      migrations: ['CreateLedger1700000000000'],
      rows: { migrations: 1, movements: 0, purses: MANY_PAGES + 1 },
    });
  });

  it('holds what is committed and not yet folded into the file, and needs no second file itself', async () => {
    const { file, database } = await countingDatabase();
    await move(database, 1);
    const copies = new SqliteCopies(file);
    await copies.copyTo(copy);
    expect(await coinsIn(copies)).toBe(1);
    await expect(stat(`${copy}-wal`)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('can be read by its owner alone, also where it takes the place of another file', async () => {
    const { file } = await countingDatabase();
    await writeFile(copy, 'a shopping list', { mode: 0o644 });
    await new SqliteCopies(file).copyTo(copy);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
  });

  it('is given up between two steps when the signal is aborted, with the reason of the signal', async () => {
    const { file } = await countingDatabase();
    const stop = new AbortController();
    const copying = new SqliteCopies(file, 1).copyTo(copy, stop.signal);
    stop.abort(new Error('stopping'));
    await expect(copying).rejects.toThrow('stopping');
  });

  it('is refused where the live file is missing, and none is made', async () => {
    const missing = join(folder, 'missing.sqlite');
    expect(await errorOf(new SqliteCopies(missing).copyTo(copy))).toMatchObject({ code: 'storage_failed' });
    await expect(stat(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is refused where the live file is no database', async () => {
    const file = join(folder, 'list.sqlite');
    await writeFile(file, 'a shopping list, and not a short one at that'.repeat(100));
    expect(await errorOf(new SqliteCopies(file).copyTo(copy))).toMatchObject({ code: 'storage_corrupt' });
  });
});

describe('a look into a copy', () => {
  const text = (column: string) => ({ table: 'purses', column, where: { column: 'name', equals: 'nobody' } });

  it('answers null for a row that is not there', async () => {
    const copies = new SqliteCopies((await countingDatabase()).file);
    await copies.copyTo(copy);
    expect(await copies.inspect(copy, (open) => open.text(text('coins')))).toBeNull();
  });

  it('finds pages that are lost', async () => {
    const copies = new SqliteCopies((await countingDatabase()).file);
    await copies.copyTo(copy);
    await losePagesOf(copy, ['movements']);
    expect(await copies.inspect(copy, (open) => open.faults())).not.toEqual([]);
  });

  it('finds a file that was cut off', async () => {
    const copies = new SqliteCopies((await countingDatabase()).file);
    await copies.copyTo(copy);
    await truncate(copy, 4 * 4_096);
    expect(await copies.inspect(copy, (open) => open.faults())).not.toEqual([]);
  });

  it('changes nothing in it', async () => {
    const copies = new SqliteCopies((await countingDatabase()).file);
    await copies.copyTo(copy);
    const before = await readFile(copy);
    await copies.inspect(copy, async (open) => [await open.faults(), await open.contents()]);
    expect((await readFile(copy)).equals(before)).toBe(true);
  });
});

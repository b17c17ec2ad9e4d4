import { afterEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
import { StorageError, UniqueViolation } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

/** Everything of an error that could reach a caller: its texts, and its fields as JSON. */
const textOf = (error: unknown): string => `${String(error)} ${JSON.stringify(error)}`;

function expectStorageError(error: unknown, kind: StorageError['kind']): void {
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ kind, status: 503, safeText: 'temporarily unavailable, retry shortly' });
  expect(textOf(error)).not.toMatch(/SQLITE|sqlite|select|insert|malformed|purses/i);
}

const insertPurse = (database: Database, id: number): Promise<unknown> =>
  database.write((tx) => tx.insert(Purse, { id, name: `purse ${id}`, coins: id }));

describe('a closed database', () => {
  it('refuses reads and writes as closed', async () => {
    const database = await databases.open();
    await database.close();
    expectStorageError(await errorOf(database.read((tx) => tx.count(Purse))), 'closed');
    expectStorageError(await errorOf(insertPurse(database, 1)), 'closed');
  });

  it('may be closed again', async () => {
    const database = await databases.open();
    await Promise.all([database.close(), database.close()]);
    await database.close();
  });

  it('has finished the calls that were accepted before, queued ones too', async () => {
    const file = await databases.newFile();
    const database = await databases.open({ file, readers: 1 });
    const accepted = [
      ...[1, 2, 3].map((id) => insertPurse(database, id)),
      ...[1, 2, 3].map(() => database.read((tx) => tx.count(Purse))),
    ];
    await database.close();
    await Promise.all(accepted);
    expect(await (await databases.open({ file })).read((tx) => tx.count(Purse))).toBe(3);
  });
});

describe('a statement that fails', () => {
  it('on a row that exists is a UniqueViolation, within the write and outside it', async () => {
    const database = await databases.open();
    await insertPurse(database, 1);
    let within: unknown;
    const outside = await errorOf(
      database.write(async (tx) => {
        within = await errorOf(tx.insert(Purse, { id: 2, name: 'purse 1', coins: 0 }));
        throw within as Error;
      }),
    );
    expect(within).toBeInstanceOf(UniqueViolation);
    expect(outside).toBe(within);
    expect(outside).toMatchObject({ status: 409 });
    expect(textOf(outside)).not.toMatch(/SQLITE|purse|constraint/i);
    expect(await errorOf(insertPurse(database, 1))).toBeInstanceOf(UniqueViolation);
  });

  it('on a reference to nothing, or on nonsense, is a StorageError', async () => {
    const database = await databases.open();
    expectStorageError(await errorOf(database.write((tx) => tx.insert(Movement, { id: 'm', purseId: 404 }))), 'failed');
    expectStorageError(await errorOf(database.write((tx) => tx.query('SELEC nonsense'))), 'failed');
    expectStorageError(await errorOf(database.read((tx) => tx.findOneByOrFail(Purse, { id: 404 }))), 'failed');
  });

  it('fails the whole write even when its work catches the error and goes on', async () => {
    const database = await databases.open();
    await insertPurse(database, 1);
    let afterwards: unknown;
    const error = await errorOf(
      database.write(async (tx) => {
        await tx.insert(Purse, { id: 2, name: 'before the failure', coins: 2 });
        await errorOf(tx.insert(Purse, { id: 1, name: 'taken', coins: 1 }));
        afterwards = await errorOf(tx.insert(Purse, { id: 3, name: 'after the failure', coins: 3 }));
      }),
    );
    expect(error).toBeInstanceOf(UniqueViolation);
    expect(afterwards).toBe(error);
    expect(await database.read((tx) => tx.count(Purse))).toBe(1);
  });
});

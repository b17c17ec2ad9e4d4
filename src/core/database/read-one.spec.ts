import { afterEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

const countOf = (database: Database): Promise<number> => database.read((tx) => tx.count(Purse));

describe('a read of one statement', () => {
  it('answers what was committed before it', async () => {
    const database = await databases.open();
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 5 }));
    expect(await database.readOne((tx) => tx.findOneBy(Purse, { id: 1 }))).toMatchObject({ coins: 5 });
  });

  it('refuses a second statement, which might see another moment, and writing', async () => {
    const database = await databases.open({ readers: 1 });
    const twice = database.readOne(async (tx) => [await tx.count(Purse), await tx.count(Purse)]);
    expect(await errorOf(twice)).toEqual(new Error('a query of more than one statement needs database.read()'));
    const added = database.readOne((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 5 }));
    expect(await errorOf(added)).toBeInstanceOf(StorageError);
    expect(await countOf(database)).toBe(0);
  });

  it('that fails leaves its reader fit for the next, and one that is closed says so', async () => {
    const database = await databases.open({ readers: 1 });
    expect(await errorOf(database.readOne((tx) => tx.query('SELECT nonsense')))).toBeInstanceOf(StorageError);
    expect(await errorOf(database.readOne(() => Promise.reject(new Error('own'))))).toEqual(new Error('own'));
    expect(await countOf(database)).toBe(0);
    await database.close();
    expect(await errorOf(database.readOne((tx) => tx.count(Purse)))).toMatchObject({ kind: 'closed' });
  });

  it('throws inside another instead of waiting for itself', async () => {
    const database = await databases.open({ readers: 1 });
    const error = await errorOf(database.read(() => database.readOne((tx) => tx.count(Purse))));
    expect((error as Error).message).toContain('would wait for itself');
  });
});

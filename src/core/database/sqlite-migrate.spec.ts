import { afterEach, describe, expect, it } from 'vitest';
import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { errorOf } from '../../../test/harness/error-of.js';
import {
  AddNote1700000000001,
  CreateLedger1700000000000,
  LedgerDatabases,
  Movement,
  Purse,
} from '../../../test/harness/ledger-database.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

class LosePurses1700000000003 implements MigrationInterface {
  name = 'LosePurses1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.manager.delete(Purse, { id: 1 });
  }

  async down(): Promise<void> {}
}

/** A file with the ledger's tables, a purse and a movement of it. */
async function usedFile(): Promise<string> {
  const file = await databases.newFile();
  const database = await databases.open({ file });
  await database.write(async (tx) => {
    await tx.insert(Purse, { id: 1, name: 'one', coins: 1 });
    await tx.insert(Movement, { id: 'm', purseId: 1 });
  });
  await database.close();
  return file;
}

describe('opening a file', () => {
  it('keeps the rows that refer to a table which a migration rebuilds, and judges references afterwards', async () => {
    const file = await usedFile();
    const database = await databases.open({ file, migrations: [CreateLedger1700000000000, AddNote1700000000001] });
    await database.read(async (tx) => {
      expect(await tx.count(Movement)).toBe(1);
      expect(await tx.query('SELECT note FROM purses')).toEqual([{ note: null }]);
    });
    expect(await database.write((tx) => tx.query('PRAGMA foreign_keys'))).toEqual([{ foreign_keys: 1 }]);
    const orphan = database.write((tx) => tx.insert(Movement, { id: 'orphan', purseId: 404 }));
    expect(await errorOf(orphan)).toBeInstanceOf(StorageError);
  });

  it('refuses migrations that leave a row which refers to nothing, and keeps that row', async () => {
    const file = await usedFile();
    const migrations = [CreateLedger1700000000000, LosePurses1700000000003];
    expect(await errorOf(databases.open({ file, migrations }))).toEqual(
      new Error('the migrations left rows that refer to nothing, in: movements'),
    );
    expect(await (await databases.open({ file })).read((tx) => tx.count(Purse))).toBe(1);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { errorOf } from '../../../test/harness/error-of.js';
import { CreateLedger1700000000000, LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import { silentLog } from '../logging/log.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

class AddNote1700000000001 implements MigrationInterface {
  name = 'AddNote1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('purses', new TableColumn({ name: 'note', type: 'text', isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('purses', 'note');
  }
}

class FailHalfWay1700000000002 implements MigrationInterface {
  name = 'FailHalfWay1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table({ name: 'half', columns: [{ name: 'id', type: 'integer', isPrimary: true }] }));
    await runner.query('SELECT nonsense');
  }

  async down(): Promise<void> {}
}

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

const tablesOf = async (file: string): Promise<string[]> => {
  const database = await databases.open({ file });
  const rows = await database.read((tx) => tx.query<{ name: string }[]>('SELECT name FROM sqlite_master'));
  await database.close();
  return rows.map((row) => row.name);
};

describe('opening a database', () => {
  it('runs the missing migrations once, in the order of their times, whatever the order of the list', async () => {
    const file = await databases.newFile();
    const migrations = [AddNote1700000000001, CreateLedger1700000000000];
    for (let opened = 0; opened < 2; opened += 1) {
      const database = await databases.open({ file, migrations });
      const rows = await database.read((tx) => tx.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id'));
      expect(rows.map((row) => row.name)).toEqual(['CreateLedger1700000000000', 'AddNote1700000000001']);
      await database.close();
    }
  });

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

  it('logs which migrations ran, and nothing when there was none to run', async () => {
    const file = await databases.newFile();
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (...line: unknown[]) => void lines.push(line) };
    await (await databases.open({ file, log })).close();
    await (await databases.open({ file, log })).close();
    expect(lines).toEqual([['migrations executed', { migrations: ['CreateLedger1700000000000'] }]]);
  });

  it('undoes all of its migrations when one of them fails, and opens as before without it', async () => {
    const file = await databases.newFile();
    const migrations = [CreateLedger1700000000000, AddNote1700000000001, FailHalfWay1700000000002];
    const error = await errorOf(databases.open({ file, migrations }));
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ kind: 'failed' });
    const tables = await tablesOf(file);
    expect(tables).not.toContain('half');
    expect(tables).toContain('purses');
  });

  it('refuses migrations that leave a row which refers to nothing, and keeps that row', async () => {
    const file = await usedFile();
    const migrations = [CreateLedger1700000000000, LosePurses1700000000003];
    expect(await errorOf(databases.open({ file, migrations }))).toEqual(
      new Error('the migrations left rows that refer to nothing, in: movements'),
    );
    expect(await (await databases.open({ file })).read((tx) => tx.count(Purse))).toBe(1);
  });

  it('refuses a file that a newer version has migrated, and leaves it as it is', async () => {
    const file = await databases.newFile();
    const newer = await databases.open({ file, migrations: [CreateLedger1700000000000, AddNote1700000000001] });
    await newer.close();
    expect(await errorOf(databases.open({ file }))).toEqual(
      new Error('the database was last used by a newer version: start that one, or restore an older backup'),
    );
    const again = await databases.open({ file, migrations: [CreateLedger1700000000000, AddNote1700000000001] });
    expect(await again.read((tx) => tx.count(Purse))).toBe(0);
  });

  it('twice at the same moment migrates once', async () => {
    const file = await databases.newFile();
    const opened = await Promise.all([1, 2, 3].map(() => databases.open({ file })));
    expect(await opened[0]?.read((tx) => tx.query('SELECT name FROM migrations'))).toEqual([
      { name: 'CreateLedger1700000000000' },
    ]);
  });
});

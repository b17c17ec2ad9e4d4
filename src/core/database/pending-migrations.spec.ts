import { afterEach, describe, expect, it } from 'vitest';
import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { errorOf } from '../../../test/harness/error-of.js';
import {
  AddNote1700000000001,
  CreateLedger1700000000000,
  LedgerDatabases,
  Purse,
} from '../../../test/harness/ledger-database.js';
import { silentLog } from '../logging/log.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

class FailHalfWay1700000000002 implements MigrationInterface {
  name = 'FailHalfWay1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table({ name: 'half', columns: [{ name: 'id', type: 'integer', isPrimary: true }] }));
    await runner.query('SELECT nonsense');
  }

  async down(): Promise<void> {}
}

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
    const again = await databases.open({ file });
    expect(await again.read((tx) => tx.count(Purse))).toBe(0);
    expect(await errorOf(again.read((tx) => tx.query('SELECT id FROM half')))).toBeInstanceOf(StorageError);
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

import { afterEach, describe, expect, it } from 'vitest';
import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { CreateLedger1700000000000, LedgerDatabases } from '../../../test/harness/ledger-database.js';
import { addColumnsInPlace, dropColumnsInPlace } from './columns-in-place.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

class FillPurse1700000000001 implements MigrationInterface {
  name = 'FillPurse1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("INSERT INTO purses (id, name, coins) VALUES (1, 'one', 1)");
  }

  async down(): Promise<void> {}
}

/** Remembers the table by TypeORM's own method, adds columns, and has TypeORM alter the table once more. */
class AddColumns1700000000002 implements MigrationInterface {
  name = 'AddColumns1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('purses', new TableColumn({ name: 'before', type: 'text', isNullable: true }));
    await addColumnsInPlace(runner, 'purses', [
      { name: 'colour', type: 'varchar', length: 20, default: "'red'" },
      { name: 'pockets', type: 'integer', default: '2' },
      { name: 'locked', type: 'boolean' },
    ]);
    await runner.addColumn('purses', new TableColumn({ name: 'after', type: 'text', isNullable: true }));
  }

  async down(): Promise<void> {}
}

class DropColumns1700000000003 implements MigrationInterface {
  name = 'DropColumns1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await dropColumnsInPlace(runner, 'purses', ['colour', 'locked']);
    await runner.addColumn('purses', new TableColumn({ name: 'last', type: 'text', isNullable: true }));
  }

  async down(): Promise<void> {}
}

describe('columns in place', () => {
  const added = [CreateLedger1700000000000, FillPurse1700000000001, AddColumns1700000000002];
  const rows = async (migrations: (new () => MigrationInterface)[]): Promise<unknown> => {
    const database = await databases.open({ migrations });
    return database.read((tx) => tx.query('SELECT * FROM purses'));
  };

  it('that were added have their default in each row, or null, and TypeORM knows them when it alters the table later', async () => {
    expect(await rows(added)).toEqual([
      { id: 1, name: 'one', coins: 1, before: null, colour: 'red', pockets: 2, locked: null, after: null },
    ]);
  });

  it('that were dropped are gone, for TypeORM too', async () => {
    expect(await rows([...added, DropColumns1700000000003])).toEqual([
      { id: 1, name: 'one', coins: 1, before: null, pockets: 2, after: null, last: null },
    ]);
  });
});

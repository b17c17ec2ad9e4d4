import { afterEach, describe, expect, it } from 'vitest';
import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { CreateLedger1700000000000, LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
import { followRows, unfollowRows, type FollowedRows } from './followed-rows.js';

const PURSES: FollowedRows = {
  changes: 'purse_changes',
  subject: 'purse_id',
  tables: [
    { table: 'purses', subject: 'id' },
    { table: 'movements', subject: 'purse_id' },
  ],
};

/** Two purses are there before anybody follows them. */
class FollowPurses1700000000001 implements MigrationInterface {
  name = 'FollowPurses1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("INSERT INTO purses (id, name, coins) VALUES (5, 'five', 0), (3, 'three', 0)");
    await runner.createTable(
      new Table({
        name: 'purse_changes',
        columns: [
          { name: 'purse_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_purse_changes' },
          { name: 'revision', type: 'bigint' },
        ],
        indices: [{ name: 'ux_purse_changes_revision', columnNames: ['revision'], isUnique: true }],
      }),
    );
    await followRows(runner, PURSES);
  }

  async down(): Promise<void> {}
}

/** Purses get another column, and are followed afterwards as before. */
class AlterPurses1700000000002 implements MigrationInterface {
  name = 'AlterPurses1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await unfollowRows(runner, PURSES);
    await runner.addColumn('purses', new TableColumn({ name: 'note', type: 'text', isNullable: true }));
    await followRows(runner, PURSES);
  }

  async down(): Promise<void> {}
}

/** Nobody follows them any more. */
class LeavePurses1700000000003 implements MigrationInterface {
  name = 'LeavePurses1700000000003';

  up(runner: QueryRunner): Promise<void> {
    return unfollowRows(runner, PURSES);
  }

  async down(): Promise<void> {}
}

const FOLLOW = [CreateLedger1700000000000, FollowPurses1700000000001];

describe('rows that are followed', () => {
  const databases = new LedgerDatabases();
  afterEach(() => databases.remove());

  const changes = (database: Database): Promise<unknown> =>
    database.read(async (tx) => {
      const rows = await tx.query<{ purse_id: number; revision: number }[]>('SELECT * FROM purse_changes');
      return Object.fromEntries(rows.map(({ purse_id, revision }) => [purse_id, revision]));
    });

  it('have a revision from the beginning, in the order of their ids', async () => {
    const database = await databases.open({ migrations: FOLLOW });
    expect(await changes(database)).toEqual({ 3: 1, 5: 2 });
  });

  it('get the next one with whatever is added, changed or deleted, in either table', async () => {
    const database = await databases.open({ migrations: FOLLOW });
    await database.write((tx) => tx.insert(Purse, { id: 9, name: 'nine', coins: 0 }));
    expect(await changes(database)).toEqual({ 3: 1, 5: 2, 9: 3 });
    await database.write((tx) => tx.insert(Movement, { id: 'm', purseId: 3 }));
    expect(await changes(database)).toEqual({ 3: 4, 5: 2, 9: 3 });
    await database.write((tx) => tx.update(Movement, { id: 'm' }, { purseId: 5 }));
    expect(await changes(database)).toEqual({ 3: 4, 5: 5, 9: 3 });
    await database.write((tx) => tx.delete(Movement, { id: 'm' }));
    expect(await changes(database)).toEqual({ 3: 4, 5: 6, 9: 3 });
    await database.write((tx) => tx.delete(Purse, { id: 9 }));
    expect(await changes(database)).toEqual({ 3: 4, 5: 6, 9: 7 });
    await database.write((tx) => tx.query('UPDATE purses SET coins = coins + 1 WHERE id = 3'));
    expect(await changes(database)).toEqual({ 3: 8, 5: 6, 9: 7 });
  });

  it('get one each when one statement changes many, and none when the write is undone', async () => {
    const database = await databases.open({ migrations: FOLLOW });
    const all = (tx: Parameters<Parameters<Database['write']>[0]>[0]) => tx.query('UPDATE purses SET coins = 7');
    await database.write((tx) => all(tx).then(fail)).catch(() => undefined);
    expect(await changes(database)).toEqual({ 3: 1, 5: 2 });
    await database.write(all);
    expect(Object.values((await changes(database)) as object).sort()).toEqual([3, 4]);
  });

  it('are followed on after one of their tables was altered, from the revisions that they had', async () => {
    const database = await databases.open({ migrations: [...FOLLOW, AlterPurses1700000000002] });
    expect(await changes(database)).toEqual({ 3: 1, 5: 2 });
    await database.write((tx) => tx.update(Purse, { id: 3 }, { coins: 1 }));
    expect(await changes(database)).toEqual({ 3: 3, 5: 2 });
  });

  it('are left when nobody follows them any more', async () => {
    const database = await databases.open({ migrations: [...FOLLOW, LeavePurses1700000000003] });
    await database.write((tx) => tx.update(Purse, { id: 3 }, { coins: 1 }));
    expect(await changes(database)).toEqual({ 3: 1, 5: 2 });
  });
});

function fail(): never {
  throw new Error('undo');
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Column, Entity, type MigrationInterface, PrimaryGeneratedColumn, type QueryRunner, Table } from 'typeorm';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Purse } from '../../../test/harness/ledger-database.js';
import type { Database, WriteTx } from './database.js';
import { epochMs } from './portable-columns.js';
import { findRow, insertRows, sqlRows, tableRows, updateRows } from './sql-rows.js';
import { UniqueViolation } from './storage-error.js';

/** A row with every kind of column that there is. */
@Entity({ name: 'visits' })
class Visit {
  @PrimaryGeneratedColumn({ name: 'id', type: 'integer', primaryKeyConstraintName: 'pk_visits' })
  id: number;

  @Column({ name: 'guest_name', type: 'varchar', length: 100 })
  guestName: string;

  @Column({ name: 'is_welcome', type: 'boolean' })
  isWelcome: boolean;

  @Column({ name: 'came_at', type: 'bigint', transformer: epochMs })
  cameAt: number;

  @Column({ name: 'left_at', type: 'bigint', nullable: true, transformer: epochMs })
  leftAt: number | null;

  @Column({ name: 'note', type: 'text', default: 'none' })
  note: string;
}

class CreateVisits1700000000002 implements MigrationInterface {
  name = 'CreateVisits1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    const id = { name: 'id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_visits' };
    await runner.createTable(
      new Table({
        name: 'visits',
        columns: [
          { ...id, isGenerated: true, generationStrategy: 'increment' },
          { name: 'guest_name', type: 'varchar', length: '100' },
          { name: 'is_welcome', type: 'boolean' },
          { name: 'came_at', type: 'bigint' },
          { name: 'left_at', type: 'bigint', isNullable: true },
          { name: 'note', type: 'text', default: "'none'" },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('visits');
  }
}

const NOON = 1_800_000_000_000;
const ANNA = { guestName: 'Anna', isWelcome: true, cameAt: NOON, leftAt: null };
const BEN = { guestName: "Ben :name '?", isWelcome: false, cameAt: NOON + 1, leftAt: NOON + 2 };

const databases = new LedgerDatabases();
let database: Database;

beforeEach(async () => {
  database = await databases.open({ entities: [Visit, Purse], migrations: [CreateVisits1700000000002] });
});
afterEach(() => databases.remove());

describe('rows added by a statement in SQL', () => {
  it('have the ids that are answered, in their order, and the defaults of what they leave out', async () => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA]));
    const ids = await database.write((tx) => insertRows(tx, Visit, [BEN, ANNA, BEN]));
    const kept = await database.read((tx) => tx.find(Visit, { order: { id: 'ASC' } }));
    expect(kept).toEqual([ANNA, BEN, ANNA, BEN].map((visit, at) => ({ id: at + 1, ...visit, note: 'none' })));
    expect(ids).toEqual([2, 3, 4]);
  });

  it('are of one write with everything else in it', async () => {
    const failed = database.write(async (tx) => {
      await insertRows(tx, Visit, [ANNA]);
      throw new Error('given up');
    });
    await errorOf(failed);
    expect(await database.read((tx) => tx.count(Visit))).toBe(0);
  });

  it('say that another row has the id', async () => {
    const twice = database.write((tx) =>
      insertRows(tx, Visit, [
        { id: 1, ...ANNA },
        { id: 1, ...BEN },
      ]),
    );
    expect(await errorOf(twice)).toBeInstanceOf(UniqueViolation);
  });
});

describe('rows of a table by a statement in SQL', () => {
  it('are what find answers: times as numbers, booleans, null', async () => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA, BEN]));
    const [found, known] = await database.read(async (tx) => [
      await tableRows(tx, Visit, 'ORDER BY id DESC'),
      await tx.find(Visit, { order: { id: 'DESC' } }),
    ]);
    expect(found).toStrictEqual(known);
    expect(found[0]).toBeInstanceOf(Visit);
  });

  it.each([
    ['a text', 'guest_name = :name', { name: BEN.guestName }],
    ['a boolean', 'is_welcome = :welcome', { welcome: false }],
    ['a time', 'came_at > :since', { since: NOON }],
    ['a list', 'guest_name IN (:...names)', { names: ['Carla', BEN.guestName] }],
    ['no null', 'left_at IS NOT NULL', {}],
  ])('are those that a condition on %s chooses', async (_, condition, parameters) => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA, BEN, ANNA]));
    const found = await database.read((tx) => tableRows(tx, Visit, `WHERE ${condition} LIMIT 5`, parameters));
    expect(found.map(({ id }) => id)).toEqual([2]);
  });

  it('are none where none fits', async () => {
    expect(await database.readOne((tx) => tableRows(tx, Visit, ''))).toEqual([]);
  });
});

describe('a row that is found and changed by the values of its members', () => {
  it('is the one that has all of them, or none', async () => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA, BEN]));
    const find = (where: Partial<Visit>) => database.readOne((tx) => findRow(tx, Visit, where));
    expect(await find({ guestName: BEN.guestName, isWelcome: false })).toMatchObject({ id: 2, ...BEN });
    expect(await find({ guestName: BEN.guestName, isWelcome: true })).toBeNull();
  });

  it('has what was set, null as well, and keeps the rest', async () => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA, BEN]));
    await database.write((tx) => updateRows(tx, Visit, { id: 2, isWelcome: false }, { leftAt: null, note: undefined }));
    await database.write((tx) => updateRows(tx, Visit, { id: 2, isWelcome: true }, { note: 'of nobody' }));
    await database.write((tx) => updateRows(tx, Visit, { id: 2 }, {}));
    const kept = await database.read((tx) => tx.find(Visit, { order: { id: 'ASC' } }));
    expect(kept).toMatchObject([ANNA, { ...BEN, leftAt: null, note: 'none' }]);
  });

  it('is refused where it would be like another', async () => {
    await database.write((tx) => insertRows(tx, Visit, [ANNA, BEN]));
    const failed = database.write((tx) => updateRows(tx, Visit, { id: 2 }, { id: 1 }));
    expect(await errorOf(failed)).toBeInstanceOf(UniqueViolation);
  });
});

it.each([
  ['a statement without one of its parameters', (tx: WriteTx) => sqlRows(tx, 'SELECT :name AS name', {})],
  ['a row found by null', (tx: WriteTx) => findRow(tx, Visit, { leftAt: null })],
  ['rows changed by what is not given', (tx: WriteTx) => updateRows(tx, Visit, { id: undefined }, { note: '' })],
  ['rows with different members', (tx: WriteTx) => insertRows(tx, Visit, [ANNA, { ...BEN, note: 'late' }])],
])('refuses %s', async (_, call) => {
  expect(await errorOf(database.write((tx) => call(tx) as Promise<unknown>))).toMatchObject({ name: 'Error' });
});

it('a statement answers its columns by their aliases', async () => {
  await database.write((tx) => insertRows(tx, Visit, [ANNA]));
  const rows = await database.read((tx) =>
    sqlRows(tx, 'SELECT guest_name AS guest FROM visits WHERE id = :id', { id: 1 }),
  );
  expect(rows).toEqual([{ guest: 'Anna' }]);
});

import { afterEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  Column,
  Entity,
  type EntityManager,
  type FindManyOptions,
  In,
  IsNull,
  LessThanOrEqual,
  type MigrationInterface,
  MoreThan,
  Not,
  PrimaryGeneratedColumn,
  type QueryRunner,
  Table,
} from 'typeorm';
import { typeormFind } from '../../../test/harness/typeorm-find.js';
import { LedgerDatabases } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
import { MemoizedRows } from './memoized-rows.js';
import { epochMs } from './portable-columns.js';

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
    await runner.createTable(
      new Table({
        name: 'visits',
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
            primaryKeyConstraintName: 'pk_visits',
          },
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

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

const open = (): Promise<Database> => databases.open({ entities: [Visit], migrations: [CreateVisits1700000000002] });

/** Beyond 32 bits, as moments are. */
const NOON = 1_763_640_000_000;

const visit = (number: number) => ({
  guestName: `guest ${number}`,
  isWelcome: number % 2 === 0,
  cameAt: NOON + number,
  leftAt: number % 3 === 0 ? null : NOON + 10 * number,
});

describe('rows whose ids the database chooses', () => {
  it.each([1, 2, 20, 21])('%i at once answer the ids under which they are kept', async (count) => {
    const database = await open();
    await database.write((tx) => tx.insert(Visit, visit(100)));
    const visits = Array.from({ length: count }, (_, number) => visit(number));
    const { identifiers } = await database.write((tx) => tx.insert(Visit, visits));
    expect(identifiers).toHaveLength(count);
    for (const [place, { id }] of identifiers.entries()) {
      const kept = await database.read((tx) => tx.findOneBy(Visit, { id: id as number }));
      expect(kept).toEqual({ ...visit(place), id, note: 'none' });
      expect((visits[place] as Partial<Visit>).id).toBe(id);
    }
  });
});

describe('a search among columns of every kind', () => {
  const moment = fc.integer({ min: NOON - 1, max: NOON + 31 });
  const where = fc.record(
    {
      isWelcome: fc.oneof(
        fc.boolean(),
        fc.boolean().map((value) => () => Not(value)),
      ),
      cameAt: fc.oneof(
        moment,
        moment.map((value) => () => MoreThan(value)),
        fc.array(moment, { minLength: 1, maxLength: 5 }).map((values) => () => In(values)),
      ),
      leftAt: fc.oneof(
        fc.constant(() => IsNull()),
        moment.map((value) => () => LessThanOrEqual(value)),
      ),
    },
    { requiredKeys: [] },
  );

  it('finds what TypeORM finds', async () => {
    const database = await open();
    await database.write((tx) =>
      tx.insert(
        Visit,
        Array.from({ length: 30 }, (_, number) => visit(number)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(where, async (wanted) => {
        // TypeORM changes the operators that it is given, so that each gets its own.
        const made = (): FindManyOptions<Visit> => ({
          where: Object.fromEntries(
            Object.entries(wanted).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
          ),
          order: { id: 'ASC' },
        });
        await database.read(async (tx) =>
          expect(await tx.find(Visit, made())).toEqual(await typeormFind(tx, Visit, made())),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('a search for one of many values', () => {
  it.each([20, 21, 32, 33, 1_024, 1_025])('finds what TypeORM finds, %i values', async (count) => {
    const database = await open();
    const visits = Array.from({ length: 40 }, (_, number) => visit(number));
    await database.write((tx) => tx.insert(Visit, visits));
    const made = (): FindManyOptions<Visit> => ({
      where: { cameAt: In(Array.from({ length: count }, (_, number) => NOON + 2 * number)), isWelcome: true },
      order: { id: 'DESC' },
      take: 15,
    });
    const [found, expected] = await database.read(async (tx) => [
      await tx.find(Visit, made()),
      await typeormFind(tx, Visit, made()),
    ]);
    expect(found).toEqual(expected);
    expect(found).toHaveLength(Math.min(count, 15));
  });
});

describe('a memoized statement', () => {
  interface Shape {
    readonly hasNote: boolean;
  }
  const builder = (tx: EntityManager, { hasNote }: Shape) => {
    const rows = tx.createQueryBuilder(Visit, 'visit').addSelect('visit.came_at + 1', 'later').orderBy('later', 'DESC');
    if (hasNote) rows.andWhere('visit.note = :note');
    return rows.andWhere('visit.left_at > :after');
  };

  it('selects what TypeORM selects, in each shape and with any values', async () => {
    const database = await open();
    const visits = Array.from({ length: 12 }, (_, number) => ({ ...visit(number), note: `note ${number % 2}` }));
    await database.write((tx) => tx.insert(Visit, visits));
    const memoized = new MemoizedRows(Visit, builder);
    for (const shape of [{ hasNote: true }, { hasNote: false }, { hasNote: true }])
      for (const [limit, note, after] of [
        [2, 'note 0', NOON],
        [9, 'note 1', NOON + 40],
      ] as const)
        await database.read(async (tx) => {
          const expected = builder(tx, shape).setParameters({ note, after }).limit(limit);
          const found = await memoized.first(tx, limit, shape, { note, after });
          expect(found).toEqual(await expected.getMany());
          expect(found).not.toHaveLength(0);
        });
  });
});

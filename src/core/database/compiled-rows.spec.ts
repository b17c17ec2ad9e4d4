import { afterEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  Column,
  Entity,
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
import { foundByTypeorm } from '../../../test/harness/found-by-typeorm.js';
import { LedgerDatabases } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';
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
          expect(await tx.find(Visit, made())).toEqual(await foundByTypeorm(tx, Visit, made())),
        );
      }),
      { numRuns: 200 },
    );
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { In, IsNull, LessThan, MoreThanOrEqual, Not, type FindManyOptions } from 'typeorm';
import { typeormFind } from '../../../test/harness/typeorm-find.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database } from './database.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

const NAMES = ['ana', 'ben', 'O’Neill', "it's :id", ''];

async function filled(): Promise<Database> {
  const database = await databases.open();
  await database.write(async (tx) => {
    for (let id = 1; id <= 40; id += 1) await tx.insert(Purse, { id, name: `${NAMES[id % 5]} ${id}`, coins: id % 7 });
  });
  return database;
}

const number = fc.integer({ min: -1, max: 41 });
const numbers = fc.oneof(
  number,
  number.map((value) => Not(value)),
  number.map((value) => LessThan(value)),
  number.map((value) => MoreThanOrEqual(value)),
  fc.array(number, { maxLength: 25 }).map((values) => In(values)),
  fc.constant(IsNull()),
  fc.constant(Not(IsNull())),
);
const where = fc.record(
  { id: numbers, coins: numbers, name: fc.constantFrom(...NAMES.map((name, place) => `${name} ${place}`)) },
  { requiredKeys: [] },
);
const direction = fc.constantFrom('ASC' as const, 'DESC' as const);
const search = fc.record(
  {
    where: fc.oneof({ weight: 5, arbitrary: where }, fc.array(where, { minLength: 1, maxLength: 2 })),
    take: fc.integer({ min: 1, max: 50 }),
    select: fc.constant({ id: true, coins: true }),
  },
  { requiredKeys: ['where'] },
);

describe('a search in a transaction', () => {
  it('finds what TypeORM finds, whatever is looked for', async () => {
    const database = await filled();
    await fc.assert(
      fc.asyncProperty(search, direction, async (options, way) => {
        await database.read(async (tx) => {
          const asked: FindManyOptions<Purse> = { ...options, order: { coins: way, id: way } };
          expect(await tx.find(Purse, asked)).toEqual(await typeormFind(tx, Purse, asked));
        });
      }),
      { numRuns: 300 },
    );
  });

  it('answers instances of the entity, and the first or null where one is looked for', async () => {
    const database = await filled();
    const { one, newest, none } = await database.read(async (tx) => ({
      one: await tx.findOneBy(Purse, { name: 'ana 5' }),
      newest: await tx.findOne(Purse, { where: { coins: 3 }, order: { id: 'DESC' } }),
      none: await tx.findOneBy(Purse, { id: 99 }),
    }));
    expect(one).toBeInstanceOf(Purse);
    expect(one).toEqual({ id: 5, name: 'ana 5', coins: 5 });
    expect(newest?.id).toBe(38);
    expect(none).toBeNull();
  });

  it('says whether there is one', async () => {
    const database = await filled();
    const answers = await database.read((tx) =>
      Promise.all([
        tx.existsBy(Purse, { name: 'ana 5' }),
        tx.existsBy(Purse, { id: 99 }),
        tx.existsBy(Purse, [{ id: 99 }, { id: 5 }]),
      ]),
    );
    expect(answers).toEqual([true, false, true]);
  });

  it('keeps values apart from its text', async () => {
    const database = await filled();
    const name = "'; DROP TABLE purses; --";
    await database.write((tx) => tx.insert(Purse, { id: 50, name, coins: 0 }));
    expect(await database.read((tx) => tx.findBy(Purse, { name }))).toHaveLength(1);
    expect(await database.read((tx) => tx.findBy(Purse, { name: In([name, 'ana 5']) }))).toHaveLength(2);
    expect(await database.read((tx) => tx.count(Purse))).toBe(41);
  });
});

describe('rows that are added in a transaction', () => {
  it('are there as they were given, one or many, and their ids are answered', async () => {
    const database = await databases.open();
    const purses = [7, 3, 5].map((id) => ({ id, name: `purse ${id}`, coins: id }));
    const result = await database.write((tx) => tx.insert(Purse, purses));
    expect(result.identifiers).toEqual([{ id: 7 }, { id: 3 }, { id: 5 }]);
    await database.write((tx) => tx.insert(Movement, { id: 'first', purseId: 3 }));
    expect(await database.read((tx) => tx.find(Movement))).toEqual([{ id: 'first', purseId: 3 }]);
    expect(await database.read((tx) => tx.find(Purse, { order: { id: 'ASC' } }))).toEqual([
      { id: 3, name: 'purse 3', coins: 3 },
      { id: 5, name: 'purse 5', coins: 5 },
      { id: 7, name: 'purse 7', coins: 7 },
    ]);
  });

  it('may be more than a statement is kept for, or none', async () => {
    const database = await databases.open();
    const purses = Array.from({ length: 200 }, (_, id) => ({ id: id + 1, name: `purse ${id}`, coins: 1 }));
    await database.write((tx) => tx.insert(Purse, purses));
    await database.write((tx) => tx.insert(Purse, []));
    expect(await database.read((tx) => tx.count(Purse))).toBe(200);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import type { Database, WriteTx } from './database.js';
import { StorageError } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

class Changed extends Error {}

async function addCoin(tx: WriteTx, purseId: number): Promise<void> {
  const purse = await tx.findOneByOrFail(Purse, { id: purseId });
  await tx.update(Purse, { id: purseId }, { coins: purse.coins + 1 });
}

/** One coin that is to be moved. */
interface Move {
  readonly number: number;
  readonly fails: boolean;
  /** What is waited for while the coin is in neither purse. */
  readonly halfWay?: Promise<void>;
}

/** Takes a coin from one purse to the other, by reading and writing back; fails half way when asked to. */
async function moveCoin(database: Database, call: Move): Promise<void> {
  await database.write(async (tx) => {
    const from = await tx.findOneByOrFail(Purse, { id: 1 });
    await tx.update(Purse, { id: 1 }, { coins: from.coins - 1 });
    await tx.insert(Movement, { id: `movement-${call.number}`, purseId: 1 });
    await call.halfWay;
    if (call.fails) throw new Changed('half way');
    await addCoin(tx, 2);
  });
}

describe('300 transactions at once that read and write back, one in five of them failing half way', () => {
  it('keep exact totals, and leave no row of a failed one and every row of the others', async () => {
    const database = await databases.open();
    await database.write(async (tx) => {
      await tx.insert(Purse, [
        { id: 1, name: 'from', coins: 1_000 },
        { id: 2, name: 'to', coins: 0 },
      ]);
    });

    let storming = true;
    const sums: number[] = [];
    const watched = manualPromise();
    const watch = async (): Promise<void> => {
      while (storming) {
        const purses = await database.read((tx) => tx.find(Purse));
        sums.push(purses.reduce((sum, purse) => sum + purse.coins, 0));
        if (sums.length > 10) watched.resolve();
      }
    };
    const watchers = [watch(), watch()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, number) =>
        moveCoin(database, { number, fails: number % 5 === 0, ...(number === 150 && { halfWay: watched.promise }) }),
      ),
    );
    storming = false;
    await Promise.all(watchers);

    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(60);
    expect(failed.every((outcome) => outcome.reason instanceof Changed)).toBe(true);
    const [purses, movements] = await database.read(async (tx) => [
      await tx.find(Purse, { order: { id: 'ASC' } }),
      await tx.find(Movement),
    ]);
    expect(purses.map((purse) => purse.coins)).toEqual([760, 240]);
    expect(movements.map((movement) => Number(movement.id.split('-')[1])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 300 }, (_, number) => number).filter((number) => number % 5 !== 0),
    );
    expect(new Set(sums)).toEqual(new Set([1_000]));
  });

  it('whose failures come from the storage itself leave the others whole', async () => {
    const database = await databases.open();
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 0 }));

    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) =>
        database.write(async (tx) => {
          await addCoin(tx, 1);
          await tx.insert(Movement, { id: `movement-${number}`, purseId: number % 5 === 0 ? 404 : 1 });
        }),
      ),
    );

    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(20);
    expect(failed.every((outcome) => outcome.reason instanceof StorageError)).toBe(true);
    await database.read(async (tx) => {
      expect((await tx.findOneByOrFail(Purse, { id: 1 })).coins).toBe(80);
      expect(await tx.count(Movement)).toBe(80);
    });
  });
});

describe('two databases on one file, as two processes would have it', () => {
  it('lose nothing of each other', async () => {
    const file = await databases.newFile();
    // One after the other: while one turns on the write-ahead log, SQLite refuses the other at once instead of waiting.
    const one = await databases.open({ file });
    const other = await databases.open({ file });
    await one.write((tx) => tx.insert(Purse, { id: 1, name: 'shared', coins: 0 }));

    await Promise.all(
      Array.from({ length: 60 }, (_, number) => (number % 2 === 0 ? one : other).write((tx) => addCoin(tx, 1))),
    );

    expect((await other.read((tx) => tx.findOneByOrFail(Purse, { id: 1 }))).coins).toBe(60);
  });
});

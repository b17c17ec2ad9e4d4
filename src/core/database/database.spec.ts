import { afterEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { silentLog } from '../logging/log.js';
import type { Database } from './database.js';
import { StorageError, UniqueViolation } from './storage-error.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

const coinsOf = (database: Database): Promise<number[]> =>
  database.read(async (tx) => (await tx.find(Purse, { order: { id: 'ASC' } })).map((purse) => purse.coins));

/** A promise and the hand that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('a write', () => {
  it('answers what its work answers, and its rows are there when it has resolved', async () => {
    const database = await databases.open();
    const answer = await database.write(async (tx) => {
      await tx.insert(Purse, { id: 1, name: 'one', coins: 5 });
      return 'kept';
    });
    expect(answer).toBe('kept');
    expect(await coinsOf(database)).toEqual([5]);
  });

  it('that fails is undone alone, and what its work threw comes out unchanged', async () => {
    const database = await databases.open();
    const fault = new RangeError('no such coin');
    const outcomes = await Promise.allSettled([
      database.write((tx) => tx.insert(Purse, { id: 1, name: 'before', coins: 1 })),
      database.write(async (tx) => {
        await tx.insert(Purse, { id: 2, name: 'undone', coins: 2 });
        throw fault;
      }),
      database.write((tx) => tx.insert(Purse, { id: 3, name: 'after', coins: 3 })),
    ]);
    expect(outcomes[1]).toEqual({ status: 'rejected', reason: fault });
    expect((outcomes[1] as PromiseRejectedResult).reason).toBe(fault);
    expect(await coinsOf(database)).toEqual([1, 3]);
  });

  it('waits its turn: writes begin in the order of the calls, each after the end of the one before', async () => {
    const database = await databases.open();
    const order: string[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        database.write(async (tx) => {
          order.push(`${number} begins`);
          await tx.count(Purse);
          order.push(`${number} ends`);
        }),
      ),
    );
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => [`${n} begins`, `${n} ends`]).flat());
  });

  it('reads its own rows before they are committed', async () => {
    const database = await databases.open();
    const seen = await database.write(async (tx) => {
      await tx.insert(Purse, { id: 1, name: 'one', coins: 5 });
      return tx.findOneByOrFail(Purse, { id: 1 });
    });
    expect(seen.coins).toBe(5);
  });

  it('save and remove are part of it, not transactions of their own', async () => {
    const database = await databases.open();
    await errorOf(
      database.write(async (tx) => {
        await Promise.all([1, 2, 3].map((id) => tx.save(Purse, { id, name: `purse ${id}`, coins: id })));
        throw new Error('undo');
      }),
    );
    expect(await coinsOf(database)).toEqual([]);
  });

  it('is logged while it holds up the others for longer than two seconds', async () => {
    const clock = new MovedClock();
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(line) };
    const database = await databases.open({ clock, log });
    await database.write(async (tx) => {
      await tx.count(Purse);
      await clock.advance(1_999);
      expect(warnings).toEqual([]);
      await clock.advance(1);
      expect(warnings).toEqual([['a write is holding up all others', { held_ms: 2_000 }]]);
    });
    expect(clock.pending).toBe(0);
  });
});

describe('the end of a transaction', () => {
  it('comes after the statements under way when one of several fails, so that none of them is kept', async () => {
    const database = await databases.open();
    const outcome = errorOf(
      database.write((tx) =>
        Promise.all([
          Promise.reject(new Error('the first of them failed')),
          ...[1, 2, 3, 4].map((id) => tx.insert(Purse, { id, name: `purse ${id}`, coins: id })),
        ]),
      ),
    );
    expect(await outcome).toEqual(new Error('the first of them failed'));
    await database.write((tx) => tx.insert(Purse, { id: 9, name: 'the next write', coins: 9 }));
    expect(await coinsOf(database)).toEqual([9]);
  });

  it('comes after a statement that its work did not wait for, and shares that statement’s fate', async () => {
    const database = await databases.open();
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 }));
    let left: Promise<unknown> = Promise.resolve();
    const error = await errorOf(
      database.write(async (tx) => {
        await tx.insert(Purse, { id: 2, name: 'two', coins: 2 });
        left = errorOf(tx.query("INSERT INTO purses (id, name, coins) VALUES (1, 'one again', 1)"));
      }),
    );
    expect(error).toBeInstanceOf(UniqueViolation);
    expect(await left).toBe(error);
    expect(await coinsOf(database)).toEqual([1]);
  });

  it('closes its tx: a statement that comes late throws, and is no part of the next write', async () => {
    const database = await databases.open();
    const late = gate();
    let lateInsert: Promise<unknown> = Promise.resolve();
    await database.write(async (tx) => {
      await tx.count(Purse);
      lateInsert = errorOf(late.opened.then(() => tx.insert(Purse, { id: 1, name: 'late', coins: 1 })));
    });
    await database.write(async (tx) => {
      late.open();
      await lateInsert;
      await tx.insert(Purse, { id: 2, name: 'the next write', coins: 2 });
    });
    expect(await lateInsert).toEqual(new Error('a transaction was used after its callback had ended'));
    expect(await coinsOf(database)).toEqual([2]);
  });
});

describe('a read', () => {
  it('never sees rows that are not committed', async () => {
    const database = await databases.open();
    const written = gate();
    const seen = gate();
    const writing = database.write(async (tx) => {
      await tx.insert(Purse, { id: 1, name: 'one', coins: 5 });
      written.open();
      await seen.opened;
    });
    await written.opened;
    expect(await coinsOf(database)).toEqual([]);
    seen.open();
    await writing;
    expect(await coinsOf(database)).toEqual([5]);
  });

  it('sees one snapshot per call: a commit between two of its selects stays unseen until the next call', async () => {
    const database = await databases.open();
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 }));
    const firstRead = gate();
    const committed = gate();
    const reading = database.read(async (tx) => {
      const before = await tx.count(Purse);
      firstRead.open();
      await committed.opened;
      return [before, await tx.count(Purse), await tx.count(Movement)];
    });
    await firstRead.opened;
    await database.write(async (tx) => {
      await tx.insert(Purse, { id: 2, name: 'two', coins: 2 });
      await tx.insert(Movement, { id: 'm', purseId: 2 });
    });
    committed.open();
    expect(await reading).toEqual([1, 1, 0]);
    expect(await database.read(async (tx) => [await tx.count(Purse), await tx.count(Movement)])).toEqual([2, 1]);
  });

  it('is refused every way of writing', async () => {
    const database = await databases.open();
    const attempts = [
      database.read((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 })),
      database.read((tx) => tx.save(Purse, { id: 1, name: 'one', coins: 1 })),
      database.read((tx) => tx.query('CREATE TABLE planted (id integer)')),
      database.read(async (tx) => {
        await tx.query('PRAGMA query_only = OFF');
        await tx.insert(Purse, { id: 1, name: 'one', coins: 1 });
      }),
    ];
    for (const error of await Promise.all(attempts.map(errorOf))) expect(error).toBeInstanceOf(StorageError);
    expect(await coinsOf(database)).toEqual([]);
  });

  it('waits for a reader when all are taken, and more reads than readers all get their answer', async () => {
    const database = await databases.open({ readers: 2 });
    const both = manualPromise();
    let present = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.read(async (tx) => {
          present += 1;
          most = Math.max(most, present);
          if (present === 2) both.resolve();
          await both.promise;
          await tx.count(Purse);
          present -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
  });

  it('that fails leaves its reader fit for the next', async () => {
    const database = await databases.open({ readers: 1 });
    expect(await errorOf(database.read((tx) => tx.query('SELECT nonsense')))).toBeInstanceOf(StorageError);
    expect(await errorOf(database.read(() => Promise.reject(new Error('own'))))).toEqual(new Error('own'));
    expect(await coinsOf(database)).toEqual([]);
  });
});

describe('a transaction inside another', () => {
  const inner = {
    read: (db: Database) => db.read((tx) => tx.count(Purse)),
    write: (db: Database) => db.write((tx) => tx.count(Purse)),
    close: (db: Database) => db.close(),
  };

  for (const outside of ['read', 'write'] as const) {
    for (const inside of ['read', 'write', 'close'] as const) {
      it(`throws instead of waiting for itself: ${inside} in ${outside}`, async () => {
        const database = await databases.open({ readers: 1 });
        const error = await errorOf(database[outside](async () => void (await inner[inside](database))));
        expect(error).toEqual(
          new Error(`database.${inside}() inside database.${outside}() would wait for itself; pass tx down instead`),
        );
        expect(error).not.toBeInstanceOf(StorageError);
      });
    }
  }

  it('throws when it is asked of tx', async () => {
    const database = await databases.open();
    const error = await errorOf(database.write((tx) => tx.transaction(() => Promise.resolve())));
    expect((error as Error).message).toContain('a transaction within a transaction is not offered');
    await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 }));
  });

  it('is no matter once the outer one has ended: what was started in it may write later', async () => {
    const database = await databases.open();
    const ended = gate();
    let later: Promise<unknown> = Promise.resolve();
    await database.write(async (tx) => {
      await tx.count(Purse);
      later = ended.opened.then(() => database.write((own) => own.insert(Purse, { id: 1, name: 'one', coins: 1 })));
    });
    ended.open();
    await later;
    expect(await coinsOf(database)).toEqual([1]);
  });

  it('of another database is no matter', async () => {
    const [one, other] = [await databases.open(), await databases.open()];
    await one.write(() => other.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 })));
    expect(await coinsOf(other)).toEqual([1]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Movement, Purse } from '../../../test/harness/ledger-database.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { CommitCount } from './one-writer-database.js';
import type { Database } from './database.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

const insertPurse = (database: Database, id: number): Promise<unknown> =>
  database.write((tx) => tx.insert(Purse, { id, name: `purse ${id}`, coins: id }));

describe('the count of commits', () => {
  it('moves with every write that was committed, before its call resolves, and with no read', async () => {
    const database = await databases.open();
    const before = database.commits;
    await insertPurse(database, 1);
    expect(database.commits).toBe(before + 1);
    await Promise.all([insertPurse(database, 2), insertPurse(database, 3)]);
    expect(database.commits).toBe(before + 3);
    await database.read((tx) => tx.count(Purse));
    await database.readOne((tx) => tx.count(Purse));
    expect(database.commits).toBe(before + 3);
  });

  it('does not move while a write is under way, whose rows nobody sees yet', async () => {
    const database = await databases.open();
    const before = database.commits;
    await database.write(async (tx) => {
      await tx.insert(Purse, { id: 1, name: 'one', coins: 1 });
      expect(database.commits).toBe(before);
    });
    expect(database.commits).toBe(before + 1);
  });

  it('does not move with a write that certainly kept nothing', async () => {
    const database = await databases.open();
    await insertPurse(database, 1);
    const before = database.commits;
    await errorOf(insertPurse(database, 1));
    await errorOf(database.write((tx) => tx.insert(Movement, { id: 'm', purseId: 404 })));
    await errorOf(database.write((tx) => tx.insert(Purse, { id: 2, name: 'undone', coins: 0 }).then(fail)));
    expect(database.commits).toBe(before);
  });

  it('is the same only where a read that began under it would still answer the same', async () => {
    const database = await databases.open();
    const counted = database.commits;
    const seen = await database.read((tx) => tx.count(Purse));
    const writes = [1, 2, 3].map((id) => insertPurse(database, id));
    while (database.commits === counted)
      expect(await database.read((tx) => tx.count(Purse))).toBeGreaterThanOrEqual(seen);
    await Promise.all(writes);
    const later = database.commits;
    expect(await database.read((tx) => tx.count(Purse))).toBe(3);
    expect(database.commits).toBe(later);
  });
});

describe('a commit whose outcome is unknown', () => {
  it('makes the count another one at each look, for as long as it may still come true', async () => {
    const clock = new MovedClock();
    const count = new CommitCount(clock);
    count.doubt();
    const looks = [count.ended, count.ended, count.ended];
    expect(new Set(looks).size).toBe(3);
    await clock.advance(599_999);
    expect(count.ended).toBeGreaterThan(looks[2] ?? NaN);
    await clock.advance(1);
    const settled = count.ended;
    expect(count.ended).toBe(settled);
  });
});

function fail(): never {
  throw new Error('undo');
}

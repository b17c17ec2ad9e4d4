import { afterEach, expect, it } from 'vitest';
import { describeOnSqlite } from '../../../test/harness/database-at.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases, Purse } from '../../../test/harness/ledger-database.js';
import { losePagesOf } from '../../../test/harness/lost-pages.js';
import { readThrough } from './read-through.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

it('a database that is whole is read through, in part and as a whole', async () => {
  const database = await databases.open();
  await database.write((tx) => tx.insert(Purse, { id: 1, name: 'one', coins: 1 }));
  await database.read((tx) => readThrough(tx, ['purses', 'movements']));
  await database.read((tx) => readThrough(tx));
  expect(database.faults.count()).toBe(0);
});

describeOnSqlite('a table whose pages are lost', () => {
  it('is damage to who reads it or everything, and none to who reads another; the database counts what was met', async () => {
    const file = await databases.newFile();
    await (await databases.open({ file })).close();
    await losePagesOf(file, ['movements']);
    const damaged = await databases.open({ file });
    await damaged.read((tx) => readThrough(tx, ['purses']));
    expect(damaged.faults.count('corrupt')).toBe(0);
    const met = [
      await errorOf(damaged.read((tx) => readThrough(tx, ['purses', 'movements']))),
      await errorOf(damaged.read((tx) => readThrough(tx))),
    ];
    expect(met).toMatchObject([{ kind: 'corrupt' }, { kind: 'corrupt' }]);
    expect([damaged.faults.count('corrupt'), damaged.faults.count('full'), damaged.faults.count()]).toEqual([2, 0, 2]);
  });
});

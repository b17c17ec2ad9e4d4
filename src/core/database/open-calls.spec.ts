import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { afterEach, expect, it } from 'vitest';
import { LedgerDatabases, Purse } from '../../../test/harness/ledger-database.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

/**
 * How many storages every new promise of the process runs through. Each leaves its mark on a new resource, up to Node 23;
 * later versions have no such hooks.
 */
const storagesInForce = (): number =>
  Object.getOwnPropertySymbols(new AsyncResource('probe')).filter(({ description }) => description === 'kResourceStore')
    .length;

it('fifty databases that were opened and closed leave nothing behind that later promises run through', async () => {
  const before = storagesInForce();
  for (let cycle = 0; cycle < 50; cycle += 1) {
    const database = await databases.open();
    await database.write((tx) => tx.count(Purse));
    await database.read((tx) => tx.count(Purse));
    await database.close();
  }
  expect(storagesInForce()).toBe(before);
});

it('the measure itself: a storage that is left enabled shows, on versions of Node that have such hooks', () => {
  const before = storagesInForce();
  const left = new AsyncLocalStorage<number>();
  left.run(1, () => undefined);
  const withHooks = Number(process.versions.node.split('.')[0]) < 24;
  expect(storagesInForce()).toBe(before + (withHooks ? 1 : 0));
  left.disable();
});

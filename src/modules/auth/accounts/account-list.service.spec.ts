import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { AccountListService } from './account-list.service.js';

describe('doc3 §5.1: the list of accounts', () => {
  let people: PeopleDatabase;
  let list: AccountListService;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    list = new AccountListService(people.database, people.accounts, people.clock);
    await people.person('ana');
  });

  afterEach(() => people.close());

  const shown = async () => (await list.all()).map(({ account, deviceCount }) => [account.username, deviceCount]);

  it('shows what was written before it is asked', async () => {
    expect(await shown()).toEqual([['ana', 0]]);
    const ben = await people.person('ben');
    await people.write((tx) => people.devices.bind(tx, ben, { name: '', hardwareId: '' }));
    expect(await shown()).toEqual([
      ['ana', 0],
      ['ben', 1],
    ]);
  });

  it('an invitation is pending until its time is up, though nothing is written meanwhile', async () => {
    const now = people.clock.now();
    const times = { createdAt: now, expiresAt: now + 1_000 };
    await people.write((tx) =>
      people.connectTokens.replace(tx, { tokenHash: 'h', id: 'i', userId: 1, issuer: null, ...times }),
    );
    const pending = async () => (await list.all()).map(({ hasPendingInvite }) => hasPendingInvite);
    expect(await pending()).toEqual([true]);
    await people.clock.advance(1_000);
    expect(await pending()).toEqual([false]);
  });
});

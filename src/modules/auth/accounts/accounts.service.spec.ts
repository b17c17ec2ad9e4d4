import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeopleDatabase } from '../../../../test/harness/people-database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { silentLog } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { AccountsService } from './accounts.service.js';

describe('doc3 §5.1: the list of accounts', () => {
  let people: PeopleDatabase;
  let list: AccountsService;

  beforeEach(async () => {
    people = await PeopleDatabase.open();
    const { database, accounts, policies, clock } = people;
    const noSsoOnly = {} as SsoOnlyService;
    const events = new EventBus(silentLog);
    list = new AccountsService(database, accounts, policies, noSsoOnly, new PortRegistry(), events, clock);
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

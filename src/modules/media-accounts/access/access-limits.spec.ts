import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessFixture } from '../../../../test/harness/access-fixture.js';

describe('what accounts of children and of administrators are to be', () => {
  let house: AccessFixture;

  beforeEach(async () => {
    house = await AccessFixture.open();
  });

  afterEach(() => house.close());

  describe('an administrator of the server', () => {
    it('issue 21: who became one after linking is never written to, and follows grants again once they are none', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      house.server.give('anna', { isAdministrator: true });
      await house.revoke(userId);
      expect(await house.pass(60_000)).toEqual([]);
      expect(await house.isPending(id)).toBe(false);
      expect(await house.stored(id)).toMatchObject({ isAdministrator: true, attempts: 0 });
      house.server.give('anna');
      await house.rows.clock.leap(60 * 60_000);
      await house.run();
      expect(house.server.seen()).toEqual(['read anna', 'off anna']);
    });
  });

  describe('issue 21: age limits of a kids account', () => {
    it('are written, are kept in step, and bring back what stood before', async () => {
      const { userId, id } = await house.linked('anna', { remote: { limitsNow: 'up to R' } });
      await house.settled(id);
      await house.limit(userId);
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ limitsNow: 'up to PG' });
      expect(await house.stored(id)).toMatchObject({ limitsBefore: 'up to R' });
      await house.limit(userId, 'G');
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ limitsNow: 'up to G' });
      await house.unlimit(userId);
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ limitsNow: 'up to R' });
      expect(await house.stored(id)).toMatchObject({ limitsBefore: null, confirmed: { limits: null } });
    });

    it('survive that the account is switched off and on', async () => {
      const { userId, id } = await house.linked('anna');
      await house.limit(userId);
      await house.run();
      await house.revoke(userId);
      await house.run();
      await house.grant(userId);
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ limitsNow: 'up to PG', isDisabled: false });
      expect(await house.stored(id)).toMatchObject({ limitsBefore: 'none' });
    });

    it('that the server does not know close the account, which says why', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      await house.limit(userId);
      house.server.faults = ['limits_unknown'];
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ isDisabled: true });
      expect(await house.isPending(id)).toBe(true);
      expect(await house.stored(id)).toMatchObject({ lastError: { text: 'it is switched off: no such rating' } });
      await house.pass(60_000);
      expect(house.server.accounts.get('anna')).toMatchObject({ isDisabled: false, limitsNow: 'up to PG' });
    });

    it('that are on the account already keep it open, even where the server does not know them by now', async () => {
      const { userId, id } = await house.linked('anna');
      await house.limit(userId);
      await house.settled(id);
      const limits = (await house.stored(id))?.confirmed.limits ?? null;
      const confirmed = { access: 'on', libraries: ['another'], limits } as const;
      await house.rows.database.write((tx) => house.rows.links.change(tx, id, { confirmed }));
      house.server.faults = ['limits_unknown'];
      await house.run();
      expect(house.server.accounts.get('anna')).toMatchObject({ isDisabled: false });
    });

    it('that nobody can read any more leave the account as it is, and hold up nobody else', async () => {
      const [child, other] = [await house.linked('anna'), await house.linked('ben')];
      await house.limit(child.userId);
      await house.settled(child.id);
      await house.damageLimits(child.userId);
      await house.revoke(child.userId);
      await house.revoke(other.userId);
      await house.run();
      expect(house.server.seen()).toEqual(['off ben']);
    });
  });
});

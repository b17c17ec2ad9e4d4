import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessFixture, FILMS } from '../../../../test/harness/access-fixture.js';
import { AssignmentsChanged } from '../../instances/instances.public.js';
import { NO_WORK } from '../accounts/media-accounts.repository.js';

const DAY = 24 * 60 * 60_000;

describe('the job that makes hold what should be of accounts', () => {
  let house: AccessFixture;

  beforeEach(async () => {
    house = await AccessFixture.open();
  });

  afterEach(() => house.close());

  it('doc1 §3: a managed account follows the grant, and nothing is asked where nothing differs', async () => {
    const { userId, id } = await house.linked('anna');
    await house.run();
    expect(house.server.seen()).toEqual([]);
    await house.revoke(userId);
    expect(await house.isPending(id)).toBe(true);
    await house.run();
    expect(house.server.seen()).toEqual(['off anna']);
    expect(await house.isPending(id)).toBe(false);
    expect(await house.stored(id)).toMatchObject({ isDisabled: true, confirmed: { access: 'off' }, attempts: 0 });
    await house.grant(userId);
    await house.run();
    expect(house.server.seen()).toEqual(['on anna']);
    expect(await house.pass(60_000)).toEqual([]);
  });

  it('issue 21: of tries at the same time one has the account, and the next one once its lease is over', async () => {
    const { id } = await house.linked('anna', { holds: false });
    const claim = async (): Promise<boolean> => (await house.attempts.claim(id)) !== null;
    expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1);
    expect(await claim()).toBe(false);
    await house.rows.clock.leap(DAY);
    expect(await claim()).toBe(true);
  });

  it('issue 21: a start writes nothing where nothing differs, no row either', async () => {
    const { id } = await house.linked('anna');
    await house.linked('ben', { manageAccess: false });
    await house.linked('root', { remote: { isAdministrator: true } });
    await house.settled(id);
    const before = house.rows.database.commits;
    await house.run();
    expect(house.server.seen()).toEqual([]);
    expect(house.rows.database.commits).toBe(before);
  });

  it('doc1 §3: an account that is linked only is never asked about', async () => {
    await house.linked('anna', { manageAccess: false, holds: false });
    expect(await house.pass(60_000)).toEqual([]);
  });

  describe('while a server is down', () => {
    it('issue 21: a day long nothing is lost, and its queue is through 60 s after it answers again', async () => {
      const people = await Promise.all(['anna', 'ben', 'cleo'].map((name) => house.linked(name)));
      for (const { id } of people) await house.settled(id);
      house.server.isDown = true;
      for (const { userId } of people) await house.revoke(userId);
      await house.pass(120_000);
      await house.rows.clock.leap(DAY);
      await house.run();
      house.server.seen();
      for (const { id } of people) expect(await house.isPending(id)).toBe(true);
      house.server.isDown = false;
      expect([...(await house.pass(60_000))].sort()).toEqual(['off anna', 'off ben', 'off cleo']);
      for (const { id } of people)
        expect(await house.stored(id)).toMatchObject({ attempts: 0, lastError: null, nextAttemptAt: null });
    });

    it('one call shows it, and the others wait without one', async () => {
      for (const name of ['anna', 'ben', 'cleo']) await house.linked(name, { holds: false });
      house.server.isDown = true;
      await house.run();
      expect(house.server.seen()).toHaveLength(1);
    });

    it('says in plain words why, and how often it was tried', async () => {
      const { id } = await house.linked('anna', { holds: false });
      house.server.isDown = true;
      await house.run();
      await house.pass(10_000);
      const lastError = { code: 'server_not_asked', text: 'the server could not be asked: could not reach server' };
      expect(await house.stored(id)).toMatchObject({ attempts: 2, lastError });
    });

    it('what is given back meanwhile stays to be confirmed, and is written by nobody', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      house.server.isDown = true;
      await house.revoke(userId);
      await house.run();
      await house.grant(userId);
      expect(await house.isPending(id)).toBe(true);
      house.server.isDown = false;
      house.server.seen();
      expect(await house.pass(60_000)).toEqual([]);
      expect(await house.isPending(id)).toBe(false);
    });
  });

  describe('an answer that was lost', () => {
    it('of a revocation: the account is read, and not written to again', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      await house.revoke(userId);
      house.server.faults = ['lost'];
      await house.run();
      expect(await house.isPending(id)).toBe(true);
      expect(await house.pass(60_000)).toEqual(['off anna']);
      expect(await house.isPending(id)).toBe(false);
    });

    it('of a revocation that is taken back: the account is switched on again, although on was confirmed last', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      await house.revoke(userId);
      house.server.faults = ['lost'];
      await house.run();
      await house.grant(userId);
      expect(await house.pass(60_000)).toEqual(['off anna', 'on anna']);
      expect(house.server.accounts.get('anna')).toMatchObject({ isDisabled: false });
    });

    it('of limits that are lifted again: what stood before comes back', async () => {
      const { userId, id } = await house.linked('anna', { remote: { limitsNow: 'up to R' } });
      await house.settled(id);
      await house.limit(userId);
      house.server.faults = ['lost'];
      await house.run();
      expect(await house.stored(id)).toMatchObject({ limitsBefore: 'up to R' });
      await house.unlimit(userId);
      await house.pass(60_000);
      expect(house.server.accounts.get('anna')).toMatchObject({ limitsNow: 'up to R' });
      expect(await house.stored(id)).toMatchObject({ limitsBefore: null });
    });

    it('by a kill in the middle of a try: after the lease the next one finds out', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      const lease = { leaseToken: 'killed', leaseUntil: house.rows.clock.now() + 30_000 };
      const confirmed = { access: null, libraries: 'all', limits: null } as const;
      await house.rows.database.write((tx) => house.rows.links.change(tx, id, { ...lease, confirmed }));
      await house.revoke(userId);
      await house.run();
      expect(house.server.seen()).toEqual([]);
      expect(await house.pass(40_000)).toEqual(['off anna']);
    });
  });

  describe('work under way ends', () => {
    const begun = async (during: (of: { readonly userId: number; readonly id: number }) => Promise<unknown>) => {
      const person = await house.linked('anna');
      await house.settled(person.id);
      await house.revoke(person.userId);
      house.server.meanwhile = async () => {
        house.server.meanwhile = () => Promise.resolve();
        await during(person);
      };
      await house.run();
      return { ...person, calls: house.server.seen() };
    };

    it('when the management is stopped, and nothing is kept of it', async () => {
      const { id, calls } = await begun(({ id: link }) =>
        house.rows.database.write((tx) => house.rows.links.change(tx, link, { ...NO_WORK, manageAccess: false })),
      );
      expect(calls).toEqual([]);
      expect(await house.stored(id)).toMatchObject({ manageAccess: false, attempts: 0, leaseToken: null });
      expect(await house.pass(60_000)).toEqual([]);
    });

    it('when the link is ended', async () => {
      const { id, calls } = await begun(({ id: link }) =>
        house.rows.database.write((tx) => house.rows.links.remove(tx, link)),
      );
      expect(calls).toEqual([]);
      expect(await house.stored(id)).toBeNull();
    });

    it('when the instance is deleted', async () => {
      const { calls } = await begun(() =>
        house.rows.database.write((tx) => house.rows.links.removeInstance(tx, FILMS)),
      );
      expect(calls).toEqual([]);
    });

    it('when the grant is given back, and nothing was written', async () => {
      const { id, calls } = await begun(({ userId }) => house.grant(userId));
      expect(calls).toEqual([]);
      expect(await house.isPending(id)).toBe(false);
      expect(house.server.accounts.get('anna')).toMatchObject({ isDisabled: false });
    });

    it('and goes on for a person who is deleted meanwhile, by a try of its own', async () => {
      const { id, calls } = await begun(({ userId }) => house.remove(userId));
      expect(calls).toEqual(['off anna']);
      expect(await house.stored(id)).toBeNull();
    });
  });

  describe('a deleted person', () => {
    it('issue 21: has their managed account switched off by work that outlives their row', async () => {
      const { userId, id } = await house.linked('anna');
      await house.settled(id);
      house.server.isDown = true;
      await house.remove(userId);
      await house.run();
      expect(await house.stored(id)).toMatchObject({ userId: null, manageAccess: true });
      house.server.isDown = false;
      expect((await house.pass(60_000)).at(-1)).toBe('off anna');
      expect(await house.stored(id)).toBeNull();
      expect(house.server.accounts.has('anna')).toBe(true);
    });

    it.each([
      ['linked only', { manageAccess: false }],
      ['an administrator’s', { remote: { isAdministrator: true } }],
    ])('whose account is %s has it left alone', async (_case, given) => {
      const { userId, id } = await house.linked('anna', given);
      await house.remove(userId);
      expect(await house.stored(id)).toBeNull();
      expect(await house.pass(60_000)).toEqual([]);
    });

    it('whose account is off already leaves nothing to do', async () => {
      const { userId, id } = await house.linked('anna', { holds: false });
      await house.settled(id);
      await house.remove(userId);
      expect(await house.stored(id)).toBeNull();
    });
  });

  it('at another address another server may answer: it is read, and written to where it differs', async () => {
    const { id } = await house.linked('anna');
    await house.settled(id);
    house.server.give('anna', { isDisabled: true });
    expect(await house.pass(60_000)).toEqual([]);
    await house.move();
    expect(await house.isPending(id)).toBe(true);
    await house.run();
    expect(house.server.seen()).toEqual(['on anna']);
  });

  it('an event ends the wait that a failure left', async () => {
    const { userId, id } = await house.linked('anna');
    await house.settled(id);
    house.server.accounts.delete('anna');
    await house.limit(userId);
    await house.run();
    expect(await house.stored(id)).toMatchObject({ lastError: { text: 'the server has this account no more' } });
    house.server.give('anna');
    await house.run();
    expect(await house.isPending(id)).toBe(true);
    await house.events.publish(new AssignmentsChanged(FILMS));
    await house.run();
    expect(await house.isPending(id)).toBe(false);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import { limitContent } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

describe('doc1 §4 hub sign-in: what links with accounts at the hub show', () => {
  let house: MediaHousehold;
  let number = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    await house.hubs.allow(true, true);
  });

  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    house.hub.recover();
    await house.admin.delete(house.accountPath(house.ana, 'hub'));
  });

  afterAll(() => house.close());

  /** Somebody with whom the server is shared, and who has accepted. */
  const friend = (): PlexPerson => {
    const name = `friend-${number}`;
    const person = house.hub.given.person({ id: 5_000_000 + number, username: name, email: `${name}@example.org` });
    house.hub.given.share(BASEMENT, person);
    return person;
  };

  const candidates = () => house.admin.get('/api/admin/hub-auth/candidates');

  const candidateOf = async ({ userId }: Session): Promise<Fields | undefined> =>
    ((await candidates()).body as { candidates: readonly Fields[] }).candidates.find((one) => one.user_id === userId);

  it('doc3 §12.1: somebody who signs up by the hub is linked with their share, unmanaged, and nothing is written to it', async () => {
    const person = friend();
    const session = await house.hubs.session(person);
    expect(await house.shown(session, 'hub')).toMatchObject({
      account: { username: `friend-${number}`, manage_access: false, pending: false, verified: true },
    });
    expect(house.hub.calls(PLEX_CALLS.share)).toEqual([]);
    expect(await candidateOf(session)).toMatchObject({ hub_account_id: person.id, confirmed: true });
  });

  describe('issue 43 A1, security 37: who had an account, or has a share that is linked, gets no other one by themselves', () => {
    const refused = async (person: PlexPerson): Promise<void> => {
      const accounts = async () => ((await house.admin.get('/api/admin/users')).body as readonly unknown[]).length;
      const before = await accounts();
      expect(statusAndBody(await house.hubs.signIn(person))).toEqual([
        403,
        expect.objectContaining({ code: 'identity_known', error: expect.stringContaining('ask') }),
      ]);
      expect(await accounts()).toBe(before);
    };
    const confirm = ({ userId: user_id }: Session, { id: hub_account_id }: PlexPerson) =>
      house.admin.post('/api/admin/hub-auth/confirm', { mappings: [{ user_id, hub_account_id }] });

    it('where an administrator has linked the share, until they confirm whose it is', async () => {
      const person = friend();
      await house.link(house.ana, 'hub', String(person.id));
      await refused(person);
      expect(await candidateOf(house.ana)).toMatchObject({ hub_account_id: person.id, confirmed: false });
      expect((await confirm(house.ana, person)).status).toBe(200);
      expect((await house.hubs.session(person)).userId).toBe(house.ana.userId);
      await house.admin.delete(`/api/admin/users/${house.ana.userId}/hub`);
    });

    it('where the invitation of an account was accepted, which nobody has looked at since', async () => {
      const person = friend();
      house.hub.shares.end(BASEMENT, person.id);
      const address = `friend-${number}@example.org`;
      house.hub.given.invitation(BASEMENT, address);
      expect((await house.link(house.ana, 'hub', address)).status).toBe(200);
      house.hub.accept(BASEMENT, person);
      await refused(person);
    });

    it('where a child’s account is unlinked or deleted, until an invited account is linked and confirmed', async () => {
      const person = friend();
      const child = await house.hubs.session(person);
      await limitContent(house.admin, child);
      const warning = expect.stringContaining('without limits');
      expect((await house.admin.get('/api/admin/hub-auth')).body).toEqual({
        enabled: true,
        auto_create: true,
        warning,
      });
      expect((await child.delete('/api/auth/hub/identities')).status).toBe(403);
      await house.admin.delete(`/api/admin/users/${child.userId}/hub`);
      await refused(person);
      await house.admin.delete(`/api/admin/users/${child.userId}`);
      await refused(person);
      await house.pass(61_000);
      const invited = await house.app.invite(`invited ${number}`);
      expect((await house.link(invited, 'hub', String(person.id))).status).toBe(200);
      await refused(person);
      expect((await confirm(invited, person)).status).toBe(200);
      expect((await house.hubs.session(person)).userId).toBe(invited.userId);
    });
  });

  it('candidates are read anew: an accepted share is one, an invitation and a share that is gone are none', async () => {
    const person = friend();
    await house.link(house.ana, 'hub', String(person.id));
    expect(await candidateOf(house.ana)).toEqual({
      user_id: house.ana.userId,
      username: 'ana',
      hub_account_id: person.id,
      email: `friend-${number}@example.org`,
      hub_username: `friend-${number}`,
      servers: [{ instance_id: house.ids.hub, name: 'Basement' }],
      confirmed: false,
    });
    house.hub.shares.end(BASEMENT, person.id);
    expect(await candidateOf(house.ana)).toBeUndefined();
    await house.admin.delete(house.accountPath(house.ana, 'hub'));
    const address = `invited-${number}@example.org`;
    house.hub.given.invitation(BASEMENT, address);
    await house.link(house.ana, 'hub', address);
    expect(await candidateOf(house.ana)).toBeUndefined();
  });

  it('are 503 when the hub can not be read', async () => {
    await house.link(house.ana, 'hub', String(friend().id));
    house.hub.fail(PLEX_CALLS.shares, 503, Infinity);
    expect((await candidates()).status).toBe(503);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
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

  it('a share that an administrator has linked with somebody else stays theirs', async () => {
    const person = friend();
    await house.link(house.ana, 'hub', String(person.id));
    const session = await house.hubs.session(person);
    expect(await house.shown(session, 'hub')).toMatchObject({ account: null });
    expect(await candidateOf(house.ana)).toMatchObject({ hub_account_id: person.id, confirmed: false });
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

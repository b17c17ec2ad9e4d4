import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { PLEX_CALLS, type PlexFake } from '../../../test/fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../../test/fakes/plex/plex-person.js';
import { BASEMENT, openPlexHousehold } from '../../../test/harness/plex-household.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import type { PlexAccount } from './plex.client.js';

let fake: PlexFake;
let mara: PlexPerson;
let otto: PlexPerson;
let account: PlexAccount;

beforeEach(async () => {
  ({ fake, mara, otto, account } = await openPlexHousehold());
});

afterEach(() => fake.stop());

const xml = (body: string): FakeFault => ({ body, headers: { 'content-type': 'application/xml' } });

describe('invitations', () => {
  it('are taken back by the id that they have, a number or an address', async () => {
    fake.given.invitation(BASEMENT, otto);
    fake.given.invitation(BASEMENT, 'a+b/c?d=e@example.org');
    const invites = await account.invites();
    expect(invites.map(({ id }) => id)).toEqual(['3100452', 'a+b/c?d=e@example.org']);
    for (const invite of invites) await account.cancelInvite(invite);
    expect(fake.calls(PLEX_CALLS.cancelInvite).map(({ path, query }) => [path, query])).toEqual([
      ['/api/invites/requested/3100452', { friend: '1', home: '0', server: '1' }],
      ['/api/invites/requested/a%2Bb%2Fc%3Fd%3De%40example.org', { friend: '1', home: '0', server: '1' }],
    ]);
    await expect(account.invites()).resolves.toEqual([]);
  });

  it('say no more than they say', async () => {
    fake.given.invitation(BASEMENT, 'new@example.org');
    fake.shares.isTerse = true;
    await expect(account.invites()).resolves.toMatchObject([{ username: '', email: 'new@example.org' }]);
  });

  it('issue 43 C14, security 39: are those that can be read, and what can’t be read is not taken back', async () => {
    const odd = '<Invite id="x" friend="1" home="0" server="1"/><Invite id="a@b" friend="1"/>';
    const good = '<Invite id="c@d" friend="1" home="0" server="1"/>';
    fake.fail(PLEX_CALLS.invites, xml(`<MediaContainer>${odd}${good}</MediaContainer>`));
    const invites = await account.invites();
    expect(invites.map(({ id, isServer }) => [id, isServer])).toEqual([
      ['', true],
      ['a@b', null],
      ['c@d', true],
    ]);
    for (const invite of invites.slice(0, 2))
      expect(await failureOf(account.cancelInvite(invite))).toMatchObject({
        kind: 'rejected',
        definitelyNotSent: true,
      });
    expect(fake.calls(PLEX_CALLS.cancelInvite)).toEqual([]);
  });

  it.each([
    ['is no container', '<Invites/>'],
    ['has fewer rows than it says', '<MediaContainer size="1"/>'],
  ])('security 34: can not be read where the list %s', async (_, list) => {
    fake.fail(PLEX_CALLS.invites, xml(list));
    expect(await failureOf(account.invites())).toMatchObject({ kind: 'malformed', operation: 'invites.list' });
  });
});

describe('friends', () => {
  const OTTO = { id: '3100452', name: 'otto', email: 'otto@example.org' };

  it('are listed with what they have of the servers', async () => {
    fake.given.friend(mara, otto);
    const { id } = fake.given.invitation(BASEMENT, otto);
    const servers = [{ machineIdentifier: BASEMENT, shareId: String(id), isPending: true }];
    await expect(account.friends()).resolves.toEqual([{ ...OTTO, servers }]);
  });

  it('are read where the list is JSON', async () => {
    const body = {
      MediaContainer: { totalSize: 1, User: [{ id: 3_100_452, username: 'otto', title: 'o', Server: [] }] },
    };
    fake.fail(PLEX_CALLS.friends, { body });
    await expect(account.friends()).resolves.toEqual([{ ...OTTO, email: '', servers: [] }]);
  });

  it.each([
    xml('<MediaContainer totalSize="2"><User id="1" title="a"/></MediaContainer>'),
    xml('<MediaContainer><User title="a"/></MediaContainer>'),
    xml('<MediaContainer><User id="1"><Server id="2" machineIdentifier="a b" pending="0"/></User></MediaContainer>'),
    { body: { MediaContainer: { totalSize: 1, User: [] } } },
    { body: { MediaContainer: { User: [{ id: 1.5, Server: [] }] } } },
    { body: [] },
  ])('security 34: can not be read out of %j', async (fault) => {
    fake.fail(PLEX_CALLS.friends, fault);
    expect(await failureOf(account.friends())).toMatchObject({ kind: 'malformed', operation: 'friends.list' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { PLEX_CALLS, type PlexFake } from '../../../test/fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../../test/fakes/plex/plex-person.js';
import { BASEMENT, MOVIES, openPlexHousehold, SHOWS } from '../../../test/harness/plex-household.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import type { PlexAccount } from './plex.client.js';
import type { PlexShareSettings } from './plex-shares.js';
import type { PlexSharing } from './plex-sharing.js';

const SETTINGS: PlexShareSettings = {
  allowSync: false,
  allowCameraUpload: false,
  allowChannels: false,
  filterMovies: '',
  filterTelevision: '',
  filterMusic: '',
};

let fake: PlexFake;
let mara: PlexPerson;
let otto: PlexPerson;
let account: PlexAccount;
let sharing: PlexSharing;

beforeEach(async () => {
  ({ fake, mara, otto, account } = await openPlexHousehold());
  sharing = account.sharing(BASEMENT);
});

afterEach(() => fake.stop());

const xml = (body: string): FakeFault => ({ body, headers: { 'content-type': 'application/xml' } });

describe('the shares of a server', () => {
  it('have whose they are, their libraries and settings, and not their tokens', async () => {
    const { id } = fake.given.share(BASEMENT, otto, {
      libraries: [Number(MOVIES)],
      settings: { allowSync: true, filterMovies: 'contentRating=G%2CPG|label="ä"' },
    });
    const shares = await sharing.shares();
    expect(shares).toEqual([
      {
        id: String(id),
        userId: '3100452',
        username: 'otto',
        email: 'otto@example.org',
        isAccepted: true,
        libraries: [MOVIES],
        settings: { ...SETTINGS, allowSync: true, filterMovies: 'contentRating=G%2CPG|label="ä"' },
      },
    ]);
    expect(JSON.stringify(shares)).not.toContain('planted-share-token');
  });

  it('plex facts: one without a choice of libraries has all of them', async () => {
    fake.given.share(BASEMENT, otto);
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: 'all' }]);
  });

  it('managed people of a home have no address', async () => {
    fake.given.share(BASEMENT, fake.given.managedPerson(88, 'Kid'));
    await expect(sharing.shares()).resolves.toMatchObject([{ userId: '88', email: '', username: '' }]);
  });

  it('may have invitations among them, which are not accepted', async () => {
    fake.given.invitation(BASEMENT, 'new@example.org');
    await expect(sharing.shares()).resolves.toEqual([]);
    fake.shares.listsPending = true;
    await expect(sharing.shares()).resolves.toMatchObject([
      { userId: null, email: 'new@example.org', isAccepted: false },
    ]);
  });

  it('have no settings and no libraries where these are not told', async () => {
    fake.given.share(BASEMENT, otto, { libraries: [] });
    fake.shares.isTerse = true;
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: [], settings: null, username: '' }]);
    const bare = '<SharedServer id="1" userID="2" acceptedAt="3"';
    fake.fail(PLEX_CALLS.shares, xml(`<MediaContainer>${bare}/></MediaContainer>`));
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: null, settings: null }]);
    fake.fail(PLEX_CALLS.shares, xml(`<MediaContainer>${bare} allLibraries="0"/></MediaContainer>`));
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: null }]);
    const row = `<MediaContainer>${bare} allLibraries="0"><Section id="x" shared="1"/></SharedServer></MediaContainer>`;
    fake.fail(PLEX_CALLS.shares, xml(row));
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: null }]);
  });

  it.each([
    ['is of another server', '<MediaContainer machineIdentifier="attic"/>'],
    ['is no container', '<SharedServers/>'],
    ['has fewer rows than it says', '<MediaContainer size="1"/>'],
    ['has a count that is no number', '<MediaContainer size="many"/>'],
  ])('security 34: can not be read where the list %s', async (_, list) => {
    fake.fail(PLEX_CALLS.shares, xml(list));
    expect(await failureOf(sharing.shares())).toMatchObject({ kind: 'malformed', operation: 'shares.list' });
  });

  it('issue 43 C14, security 39: are those that can be read beside what can’t be read of others', async () => {
    const odd = '<SharedServer userID="2"/><SharedServer id="1e3" userID="3"/><SharedServer id="1" userID="0"/>';
    fake.fail(PLEX_CALLS.shares, xml(`<MediaContainer>${odd}<SharedServer id="4" userID="5"/></MediaContainer>`));
    const shares = await sharing.shares();
    expect(shares.map(({ id, userId }) => [id, userId])).toEqual([
      ['', '2'],
      ['', '3'],
      ['1', null],
      ['4', '5'],
    ]);
    for (const call of [sharing.endShare(''), sharing.changeLibraries('', 'all')])
      expect(await failureOf(call)).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
  });

  it.each(['reset', 'garbage', 'empty', 'cut-body', 401, 404, 429, 500, xml('<html><br></html>')] as const)(
    'are unknown and not none after %j',
    async (fault) => {
      fake.given.share(BASEMENT, otto);
      fake.fail(PLEX_CALLS.shares, fault);
      expect(await failureOf(sharing.shares())).toMatchObject({ system: 'plex' });
    },
  );

  it('are for the owner alone', async () => {
    expect(await failureOf(account.sharing('attic').shares())).toMatchObject({ kind: 'not_found' });
  });
});

describe('sharing', () => {
  it('invites an address, and the invitation waits', async () => {
    await sharing.share({ name: 'new@example.org' }, { libraries: [MOVIES], settings: SETTINGS });
    expect(fake.calls(PLEX_CALLS.share)[0]?.body).toEqual({
      server_id: BASEMENT,
      shared_server: { library_section_ids: [121_001], invited_email: 'new@example.org' },
      sharing_settings: { ...SETTINGS, allowSync: '0', allowCameraUpload: '0', allowChannels: '0' },
    });
    await expect(account.invites()).resolves.toEqual([
      {
        id: 'new@example.org',
        username: '',
        email: 'new@example.org',
        isFriend: true,
        isHome: false,
        isServer: true,
        serverNames: ['Bäsement'],
      },
    ]);
  });

  it('needs no answer of a friend', async () => {
    fake.given.friend(mara, otto);
    const settings = { ...SETTINGS, filterTelevision: 'contentRating=TV-Y' };
    await sharing.share({ userId: '3100452' }, { libraries: 'all', settings });
    await expect(sharing.shares()).resolves.toMatchObject([{ userId: '3100452', libraries: 'all', settings }]);
  });

  it('that was answered is a share of the person who took it', async () => {
    await sharing.share({ name: 'o.second@example.org' }, { libraries: [SHOWS], settings: SETTINGS });
    fake.accept(BASEMENT, otto, 'o.second@example.org');
    await expect(account.invites()).resolves.toEqual([]);
    await expect(sharing.shares()).resolves.toMatchObject([{ userId: '3100452', email: 'otto@example.org' }]);
  });

  it('plex facts: what is shared already is refused, which the lists settle', async () => {
    fake.given.share(BASEMENT, otto);
    const again = sharing.share({ name: 'OTTO@example.org' }, { libraries: 'all', settings: SETTINGS });
    expect(await failureOf(again)).toMatchObject({ kind: 'rejected', status: 400 });
    await expect(sharing.shares()).resolves.toHaveLength(1);
  });

  it('changes the libraries and leaves the rest', async () => {
    const { id } = fake.given.share(BASEMENT, otto, { settings: { filterMovies: 'label=x' } });
    await sharing.changeLibraries(String(id), [SHOWS]);
    const [share] = await sharing.shares();
    expect(share).toMatchObject({ libraries: [SHOWS], settings: { filterMovies: 'label=x' } });
    await sharing.changeLibraries(String(id), 'all');
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: 'all' }]);
  });

  it('changes what is seen', async () => {
    const { id } = fake.given.share(BASEMENT, otto, { libraries: [Number(MOVIES)] });
    const settings = { ...SETTINGS, allowSync: true, filterMovies: 'contentRating=G%2CPG' };
    await sharing.changeSettings(String(id), settings, [MOVIES]);
    expect(fake.calls(PLEX_CALLS.changeSettings)[0]?.body).toEqual({ settings, librarySectionIds: [121_001] });
    await expect(sharing.shares()).resolves.toMatchObject([{ libraries: [MOVIES], settings }]);
  });

  it('ends', async () => {
    const { id } = fake.given.share(BASEMENT, otto);
    await sharing.endShare(String(id));
    await expect(sharing.shares()).resolves.toEqual([]);
    expect(await failureOf(sharing.endShare(String(id)))).toMatchObject({ kind: 'not_found' });
  });

  it('issue 21: never names no library, which would share all of them', async () => {
    const nothing = { libraries: [], settings: SETTINGS };
    for (const call of [
      () => sharing.share({ name: 'new@example.org' }, nothing),
      () => sharing.changeLibraries('880011', []),
      () => sharing.changeSettings('880011', SETTINGS, []),
    ])
      expect(await failureOf(call())).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    expect(fake.calls().some(({ path }) => path.includes('shared_servers'))).toBe(false);
  });

  it.each(['', '0', '-1', '1.5', '1e3', '0x1', ' 1', '../1', '9'.repeat(20)])(
    'security 7: an id %j is part of no call',
    async (id) => {
      for (const call of [
        () => sharing.share({ userId: id }, { libraries: 'all', settings: SETTINGS }),
        () => sharing.changeLibraries(id, 'all'),
        () => sharing.changeLibraries('880011', [id]),
        () => sharing.changeSettings(id, SETTINGS, [MOVIES]),
        () => sharing.endShare(id),
      ])
        expect(await failureOf(call())).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
    },
  );

  describe('issue 21: an answer that was lost is settled by reading', () => {
    const lost = { kind: 'unreachable', definitelyNotSent: false };

    it('of a share', async () => {
      fake.fail(PLEX_CALLS.share, 'answer-lost');
      const call = sharing.share({ name: 'new@example.org' }, { libraries: 'all', settings: SETTINGS });
      expect(await failureOf(call)).toMatchObject(lost);
      await expect(account.invites()).resolves.toHaveLength(1);
    });

    it('of a change', async () => {
      const { id } = fake.given.share(BASEMENT, otto);
      fake.fail(PLEX_CALLS.changeLibraries, 'answer-lost');
      expect(await failureOf(sharing.changeLibraries(String(id), [SHOWS]))).toMatchObject(lost);
      fake.fail(PLEX_CALLS.changeSettings, 'answer-lost');
      const settings = { ...SETTINGS, allowChannels: true };
      expect(await failureOf(sharing.changeSettings(String(id), settings, [SHOWS]))).toMatchObject(lost);
      await expect(sharing.shares()).resolves.toMatchObject([{ libraries: [SHOWS], settings }]);
    });

    it('of an end', async () => {
      const { id } = fake.given.share(BASEMENT, otto);
      fake.fail(PLEX_CALLS.endShare, 'answer-lost');
      expect(await failureOf(sharing.endShare(String(id)))).toMatchObject(lost);
      await expect(sharing.shares()).resolves.toEqual([]);
    });

    it('of an invitation that is taken back', async () => {
      fake.given.invitation(BASEMENT, otto);
      const [invite] = await account.invites();
      fake.fail(PLEX_CALLS.cancelInvite, 'answer-lost');
      if (invite) expect(await failureOf(account.cancelInvite(invite))).toMatchObject(lost);
      await expect(account.invites()).resolves.toEqual([]);
    });
  });

  it('a server that says yes and does nothing is found out by reading', async () => {
    const { id } = fake.given.share(BASEMENT, otto);
    fake.fail(PLEX_CALLS.endShare, { status: 200 });
    await sharing.endShare(String(id));
    await expect(sharing.shares()).resolves.toHaveLength(1);
  });
});

it('the token is a header of these calls too, and in no address', async () => {
  fake.given.share(BASEMENT, otto);
  await Promise.all([sharing.shares(), account.invites(), account.friends()]);
  const calls = fake.calls().slice(1);
  expect(calls).toHaveLength(3);
  for (const { headers, path, query } of calls) {
    expect(headers).toMatchObject({ 'x-plex-client-identifier': 'client-1', 'x-plex-token': 'planted-hub-token-1' });
    expect(path + JSON.stringify(query)).not.toContain('planted');
  }
});
